// Verifies sign-in against identity providers by other authors, from Debian packages:
// npm run verify:sso
// A program that is not installed is skipped. The last line is "N passed, N skipped, N failed".
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileCache, findNode, installPackages, root, runForeground } from './toolchain.mjs'
import { listLeftovers, makeTemporaryRoot, removeTemporaryRoot } from './temporary-root.mjs'

installPackages()
/** The programs, their test in tests/verify/sso, and their packages. */
const programs = [
  { name: 'Glewlwyd', test: 'glewlwyd', packages: ['glewlwyd'] },
  {
    name: 'SimpleSAMLphp',
    test: 'simplesamlphp',
    packages: ['simplesamlphp', 'php-cli', 'php-xml'],
  },
  { name: 'xmlsec1', test: 'xmlsec1', packages: ['xmlsec1'] },
  { name: 'Lasso', test: 'lasso', packages: ['python3-lasso'] },
]

/** Returns the version of an installed package, or null. */
function findVersion(name) {
  const format = '--showformat=${db:Status-Status} ${Version}'
  const { stdout } = spawnSync('dpkg-query', ['--show', format, name], { encoding: 'utf8' })
  const [status, version] = (stdout ?? '').split(' ')
  return status === 'installed' ? version : null
}

// With FORCE_COLOR set, Vitest colors its lines also in log files.
const plainOutput = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }
const files = []
let [skipped, failures] = [0, []]
for (const { name, test, packages } of programs) {
  const [missing] = packages.filter((one) => findVersion(one) === null)
  if (missing) {
    skipped += 1
    console.log(
      `${name}: skipped, ${missing} is not installed (apt-get install ${packages.join(' ')})`,
    )
  } else {
    files.push(`tests/verify/sso/${test}.test.ts`)
    console.log(`${name}: ${packages.map((one) => `${one} ${findVersion(one)}`).join(', ')}`)
  }
}

let passed = 0
if (files.length) {
  const folder = makeTemporaryRoot()
  const report = join(folder, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=tree', '--reporter=./scripts/test-reporter.mjs']
  try {
    const code = await runForeground(
      findNode(),
      [vitest, 'run', '--config', 'vitest.verify.config.ts', ...reporters, ...files],
      { ...plainOutput, TMPDIR: folder, NODE_COMPILE_CACHE: compileCache, REPORT: report },
    )
    if (existsSync(report)) {
      const result = JSON.parse(readFileSync(report, 'utf8'))
      passed = result.passed
      skipped += result.skipped
      failures = result.failures
    }
    if (code !== 0 && !failures.length) failures = [`the tests ended with ${code}`]
    const leftovers = (await listLeftovers(folder)).filter(
      (line) => !line.startsWith('report.json'),
    )
    failures.push(...leftovers)
  } finally {
    await removeTemporaryRoot(folder)
  }
}
for (const failure of failures) console.log(failure)
console.log(`\n${passed} passed, ${skipped} skipped, ${failures.length} failed`)
process.exit(failures.length ? 1 : 0)
