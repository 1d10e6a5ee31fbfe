"""`softgl view`: a model or a scene in the browser, to turn, zoom, pan and play.

In: a scene, or the frames of a script. Out: its pictures as PNG, from the cameras and at the times
that the browser requests. `page` serves them (`softgl.debug.page` has the server); `static/` runs
in the browser.
"""
