import { build, install, node, run } from './toolchain.mjs'

install()
build()
process.exit(run(node(), ['tests/browser/crawl/screenshots.ts', ...process.argv.slice(2)]))
