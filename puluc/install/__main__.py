"""``sudo env PYTHONPATH=puluc-….whl python3 -m puluc.install``: the installer out of a wheel."""

import sys

from puluc.install.command import main

sys.exit(main())
