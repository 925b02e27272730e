import { build, install, node, run } from './lib.mjs'

install()
build()
const growth = process.argv.includes('growth')
const code = growth ? 0 : run(node(), ['bench/run.ts', ...process.argv.slice(2)])
process.exit(run(node(), ['bench/growth.ts']) || code)
