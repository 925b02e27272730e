// Writes the files that tests compare with what they print: table types and the SQL of queries.
import { join } from 'node:path'
import { findNode, installPackages, root, run } from './toolchain.mjs'

installPackages()
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const tests = ['tests/suites/table-types', 'tests/suites/printed-sql']
process.exit(run(findNode(), [vitest, 'run', '--update', '--reporter=dot', ...tests]))
