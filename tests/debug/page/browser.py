"""Headless Chromium, driven over the DevTools protocol through two pipes."""

import base64
import json
import os
import shutil
import subprocess
import time

BROWSERS = "chromium-headless-shell chromium chromium-browser google-chrome".split()


def installed():
    """The path of a browser, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Browser:
    """A browser with one page. problems : its messages about errors on the page."""

    def __init__(self, folder, size=(1280, 800)):
        given, self._out = os.pipe()
        self._in, answered = os.pipe()
        options = [
            *("--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"),
            *(f"--user-data-dir={folder}", f"--window-size={size[0]},{size[1]}", "about:blank"),
        ]
        command = f'exec "$0" "$@" 3<&{given} 4>&{answered}'
        self._process = subprocess.Popen(
            ["bash", "-c", command, installed(), *options],
            pass_fds=(given, answered),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(given)
        os.close(answered)
        self._rest, self._number, self._session, self.problems = b"", 0, None, []
        pages = self.ask("Target.getTargets")["targetInfos"]
        target = next(page["targetId"] for page in pages if page["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        view = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        self.ask("Emulation.setDeviceMetricsOverride", **view)

    def close(self):
        """Ends the browser."""
        os.close(self._out)
        self._process.terminate()
        self._process.wait(30)
        os.close(self._in)

    def ask(self, method, **parameters):
        """Sends a command to the browser and returns its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            found = self._message()
            if found.get("id") == self._number:
                assert "error" not in found, (method, found["error"])
                return found["result"]
            self._note(found)

    def _message(self):
        while b"\0" not in self._rest:
            more = os.read(self._in, 1 << 20)
            assert more, "the browser has ended"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def _note(self, found):
        method, given = found.get("method"), found.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = given["exceptionDetails"]
            text = details.get("exception", {}).get("description", details["text"])
            self.problems.append(text)
        elif method == "Log.entryAdded" and given["entry"]["level"] == "error":
            self.problems.append(f"{given['entry']['text']} {given['entry'].get('url', '')}")
        elif method == "Network.requestWillBeSent":
            url = given["request"]["url"]
            if not url.startswith(("http://127.0.0.1:", "blob:http://127.0.0.1:", "about:")):
                self.problems.append(f"asks {url}")

    def open(self, address):
        """Show a page."""
        self.ask("Page.navigate", url=address)

    def value(self, expression):
        """The value of an expression of JavaScript on the page, as JSON has it."""
        found = self.ask(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, (expression, found["exceptionDetails"])
        return found["result"].get("value")

    def wait(self, condition, seconds=30):
        """Until an expression is true; its value."""
        end = time.monotonic() + seconds
        while not (found := self.value(condition)):
            assert time.monotonic() < end, f"never: {condition}; {self.problems}"
            time.sleep(0.05)
        return found

    def click(self, selector, at=None):
        """Clicks an element in its middle, or at a place of it, (x, y) from 0 to 1."""
        script = f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: "nearest" }});
            const box = element.getBoundingClientRect();
            return [box.left, box.top, box.width, box.height];
        }})()"""
        left, top, width, height = self.value(script)
        across, down = at or (0.5, 0.5)
        place = {"x": left + across * width, "y": top + down * height}
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
            self.ask("Input.dispatchMouseEvent", type=kind, **place, **button)

    def key(self, key, ctrl=False):
        """Press a key, with Ctrl held or not."""
        text = {"text": key} if len(key) == 1 else {}
        held = {"modifiers": 2 if ctrl else 0}
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, **text, **held)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, **held)

    def screenshot(self, path):
        """The page as a PNG file."""
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))
