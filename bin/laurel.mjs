#!/usr/bin/env node
import { install, node, run } from './lib.mjs'

install()
process.exit(run(node(), ['server/cli.ts', ...process.argv.slice(2)]))
