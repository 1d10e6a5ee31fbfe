"""`softgl view`: a model or a scene in the browser, to turn, zoom, pan and play.

In: a scene. Out: pictures of it, as PNG, from the cameras and at the times that the page requests.
`page` serves it (`softgl.debug.page` has the server); `static/` runs in the browser.
"""
