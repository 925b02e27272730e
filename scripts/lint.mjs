import { bin, install, node, run } from './toolchain.mjs'

install()
const format = run(bin('oxfmt'), ['--check', '.'])
const lint = run(bin('oxlint'), ['--type-aware', '--deny-warnings'])
const arrows = run(node(), ['scripts/check-imports.mjs'])
process.exit(format || lint || arrows)
