#!/usr/bin/env bash
# Runs the tests in which a person goes through pages in a real browser. Installs Debian's Chromium without windows where it is
# lacking (needs root); CHROMIUM names another one.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${CHROMIUM:-}" ] && ! command -v chromium-headless-shell >/dev/null; then
  apt-get install -y --no-install-recommends chromium-headless-shell >/dev/null
fi
exec npm run --silent test:browser
