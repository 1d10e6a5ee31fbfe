"""`softgl inspect`: a debugger in the browser that shows a frame, event by event.

In: a scene. Out: an ASGI application (`server`), which checks the token (`access`) and answers
requests (`answers`) from a `session.Session`. `static/` runs in the browser.
"""
