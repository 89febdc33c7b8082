#!/usr/bin/env bash
# Installs the real agents, pinned by package-lock.json, beside this script. Needs node and npm, of any age that npm ci
# works with: the agents run on the Node.js that is installed here. Does nothing when all is in place.
# For another version: change package.json and agent_test.go, then run npm install --package-lock-only here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

installed=node_modules/.installed-lock.json
if cmp -s package-lock.json "$installed"; then
	exit 0
fi

npm ci --loglevel=error
# The one script worth running: it links the platform's binary to where the claude command points, and downloads nothing.
node node_modules/@anthropic-ai/claude-code/install.cjs
cp package-lock.json "$installed"
