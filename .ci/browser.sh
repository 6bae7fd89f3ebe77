#!/usr/bin/env bash
# Runs the tests in which a person goes through consent pages in a real browser. Installs Debian's Chromium when there is none
# (needs root); CHROMIUM names one that lies elsewhere.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${CHROMIUM:-}" ] && ! command -v chromium >/dev/null; then
  apt-get install -y --no-install-recommends chromium >/dev/null
fi
exec npm run --silent test:browser
