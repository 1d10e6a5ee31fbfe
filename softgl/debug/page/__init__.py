"""`softgl inspect`: a page in the browser that shows a frame, event by event.

In: a scene. Out: an ASGI application (`server`), which lets in whoever has the token (`access`) and
answers what is asked (`answers`) from a `session.Session`. `static/` is what runs in the browser.
"""
