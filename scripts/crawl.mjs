import { build, install, node, run } from './toolchain.mjs'

install()
build()
process.exit(run(node(), ['tests/browser/crawl/crawl.ts', ...process.argv.slice(2)]))
