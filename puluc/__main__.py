"""``python -m puluc`` is the command ``puluc``."""

import sys

from puluc.cli import main

if __name__ == "__main__":
    sys.exit(main())
