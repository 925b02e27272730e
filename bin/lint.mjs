import { bin, install, node, run } from './lib.mjs'

install()
const lint = run(bin('oxlint'), ['--type-aware', '--deny-warnings'])
const arrows = run(node(), ['bin/arrows.mjs'])
process.exit(lint || arrows)
