#!/usr/bin/env node
import { install, node, run } from '../scripts/toolchain.mjs'

install()
process.exit(run(node(), ['server/cli/index.ts', ...process.argv.slice(2)]))
