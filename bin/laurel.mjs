#!/usr/bin/env node
import { installPackages, findNode, run } from '../scripts/toolchain.mjs'

installPackages()
process.exit(run(findNode(), ['server/cli/index.ts', ...process.argv.slice(2)]))
