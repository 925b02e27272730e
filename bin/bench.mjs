import { build, install, node, run } from './lib.mjs'

install()
build()
process.exit(run(node(), ['bench/run.ts', ...process.argv.slice(2)]))
