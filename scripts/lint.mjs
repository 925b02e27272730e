import { binPath, installPackages, findNode, run } from './toolchain.mjs'

installPackages()
const format = run(binPath('oxfmt'), ['--check', '.'])
const lint = run(binPath('oxlint'), ['--type-aware', '--deny-warnings'])
const imports = run(findNode(), ['scripts/check-imports.mjs'])
const words = run(findNode(), ['scripts/check-words.mjs'])
const styles = run(findNode(), ['scripts/check-styles.mjs'])
const unused = run(binPath('knip'), [])
process.exit(format || lint || imports || words || styles || unused)
