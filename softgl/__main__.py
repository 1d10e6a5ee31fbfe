"""`python -m softgl` is the command `softgl`."""

import sys

from softgl.cli import main

sys.exit(main())
