import { bin, install, node, run } from './lib.mjs'

install()
const format = run(bin('oxfmt'), ['--check', '.'])
const lint = run(bin('oxlint'), ['--type-aware', '--deny-warnings'])
const arrows = run(node(), ['bin/arrows.mjs'])
process.exit(format || lint || arrows)
