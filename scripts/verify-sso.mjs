// Verifies sign-in against identity providers by other authors, from Debian packages:
// npm run verify:sso
// A program that is not installed is skipped. The last line is "N passed, N skipped, N failed".
import { spawnSync } from 'node:child_process'
import { runVerifyTests } from './run-verify-tests.mjs'
import { installPackages } from './toolchain.mjs'

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

const files = []
let skipped = 0
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

process.exit(await runVerifyTests(files, { skipped }))
