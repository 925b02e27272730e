import { build, install, node, run } from './lib.mjs'

install()
build()
process.exit(run(node(), ['e2e/lab.ts', ...process.argv.slice(2)]))
