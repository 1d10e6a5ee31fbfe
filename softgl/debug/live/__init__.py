"""`softgl run --show`: a script in the browser while it runs, with the user's keys and mouse.

In: the frames of a script (`running.Live`), which a page requests, and input events, which it
posts. `page` has the answers, `serving` the server beside the script; `static/` runs in the
browser.
"""
