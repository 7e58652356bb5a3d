#!/bin/sh
# Makes sure that there is a Chromium for the tests of pages: the system's, or Playwright's own. Installs Debian's
# package as root; otherwise says what to install, and the tests that need it are skipped (in CI they fail).
for name in chromium chromium-browser; do
  command -v "$name" > /dev/null && exit 0
done
"${BIN:-.venv/bin}/python" - << 'PYTHON' && exit 0
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    sys.exit(not Path(playwright.chromium.executable_path).exists())
PYTHON
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium > /dev/null && exit 0
fi
echo "tests of pages need Chromium: apt-get install chromium, or ${BIN:-.venv/bin}/playwright install chromium" >&2
