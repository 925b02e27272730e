import { buildWeb, installPackages, findNode, run } from './toolchain.mjs'

installPackages()
buildWeb()
process.exit(run(findNode(), ['tests/browser/crawl/crawl.ts', ...process.argv.slice(2)]))
