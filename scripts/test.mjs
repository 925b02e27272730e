// Everything that is checked, in one command. Its last line is what happened: "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, build, install, node, root, runForeground, stopWithNpm } from './toolchain.mjs'
import { leftovers, makeTemporaryRoot, removeTemporaryRoot } from './temporary-root.mjs'

install()
const filter = process.argv.slice(2)
const total = { passed: 0, skipped: 0, failures: [] }
const heading = (text) => console.log(`\n=== ${text}`)
// Vitest colours what it prints when FORCE_COLOR is there at all, each dot on its own: in a file
// that is unreadable.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

// Each run has a temporary folder of its own, which goes with it.
const temporary = makeTemporaryRoot()
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    interrupted = true
  })
stopWithNpm()
const run = async (program, args, extra = {}) =>
  interrupted ? 130 : runForeground(program, args, { TMPDIR: temporary, ...extra })

async function step(name, work) {
  heading(name)
  if ((await work()) === 0) total.passed += 1
  else total.failures.push(name)
}

/**
 * Runs a suite and counts its tests; a suite without tests or with an error outside of them has
 * failed.
 */
async function suite(name, config) {
  heading(name)
  const reports = join(root, '.cache')
  mkdirSync(reports, { recursive: true })
  const report = join(reports, `${config}.${process.pid}.json`)
  const status = await run(
    node(),
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--config',
      config,
      '--reporter=dot',
      '--reporter=./scripts/test-reporter.mjs',
      ...(filter.length ? ['--passWithNoTests', ...filter] : []),
    ],
    { ...plain, REPORT: report },
  )
  const result = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { total: 0, passed: 0, skipped: 0, failures: [] }
  rmSync(report, { force: true })
  total.passed += result.passed
  total.skipped += result.skipped
  total.failures.push(...result.failures)
  if (!result.failures.length && (status !== 0 || (!result.total && !filter.length)))
    total.failures.push(`${name}: ended with ${status}, ${result.total} tests`)
}

let unchecked = false
async function checkAll() {
  if (!filter.length) {
    await step('Format', () => run(bin('oxfmt'), ['--check', '.']))
    await step('Types', () => run(bin('tsc'), ['-p', 'tsconfig.json']))
    await step('Lint', () =>
      run(bin('oxlint'), ['--type-aware', '--deny-warnings', '--format=unix']),
    )
    await step('Arrows', () => run(node(), ['scripts/check-imports.mjs']))
    heading('Packages')
    const audited = await run(node(), ['scripts/audit.mjs'])
    // 2: not checked, where that is allowed. It counts as nothing, and is said again at the end.
    if (audited === 0) total.passed += 1
    else if (audited === 2) unchecked = true
    else total.failures.push('Packages')
  }
  await suite('Unit, API and races', 'vitest.config.ts')
  if (interrupted) return
  build()
  await suite('Browser', 'vitest.e2e.config.ts')
}

try {
  await checkAll()
  heading('Left in the temporary folder')
  const left = interrupted ? [] : await leftovers(temporary)
  console.log(left.length ? left.join('\n') : 'nothing')
  if (left.length) total.failures.push(`Left in the temporary folder: ${left.join(', ')}`)
} finally {
  await removeTemporaryRoot(temporary)
}
if (interrupted) {
  console.log('\nInterrupted')
  process.exit(130)
}

if (total.failures.length) {
  heading('Failed')
  for (const failure of total.failures) console.log(failure)
}
if (unchecked)
  console.log('\nThe packages were NOT CHECKED against known vulnerabilities (npm run audit).')
console.log(
  `\n${total.passed} passed, ${total.failures.length} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
)
process.exit(total.failures.length ? 1 : 0)
