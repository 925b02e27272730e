// Runs every check in one command. Its last line is the result: "N passed, N failed".
//   npm test                      everything except the injected faults (level chaos)
//   npm test -- unit api          levels of tests: unit, api, race, chaos, browser
//   npm test -- tests/suites/fuzz test files by a part of their path
//   npm test -- changed           tests that the changes since main can affect
// .ci/run also runs the level chaos.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  binPath,
  buildWeb,
  compileCache,
  installPackages,
  findNode,
  root,
  runForeground,
  stopWithNpm,
} from './toolchain.mjs'
import { listChangedFiles, selectTests } from './changed-tests.mjs'
import { listLeftovers, makeTemporaryRoot, removeTemporaryRoot } from './temporary-root.mjs'

installPackages()
const levels = ['unit', 'api', 'race', 'chaos', 'browser']
const args = process.argv.slice(2)
const selectedLevels = args.filter((arg) => levels.includes(arg))
const selectsChanged = args.includes('changed')
const pathFilter = args.filter((arg) => !levels.includes(arg) && arg !== 'changed')
const isEverything = !args.length
// Component tests belong to the level `unit`.
const projects = (isEverything ? ['unit', 'api', 'race'] : selectedLevels)
  .filter((level) => level !== 'browser')
  .flatMap((level) => (level === 'unit' ? ['unit', 'component'] : level))
const total = { passed: 0, skipped: 0, failures: [], unstable: [], files: [] }
/** Wall-clock time of each step, in the order of the run. */
const steps = []
const printHeading = (text) => console.log(`\n=== ${text}`)
// With FORCE_COLOR set, Vitest colors every dot, which makes log files unreadable.
const plainOutput = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

// Each run has its own temporary folder, removed at the end.
const temporaryRoot = makeTemporaryRoot()
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isInterrupted = true
  })
stopWithNpm()
// The tests start some hundred server processes: with the compile cache a start needs a third less
// CPU time.
const testEnvironment = { TMPDIR: temporaryRoot, NODE_COMPILE_CACHE: compileCache }
const run = async (program, args, extra = {}) =>
  isInterrupted ? 130 : runForeground(program, args, { ...testEnvironment, ...extra })

/** Prints a heading, runs the work and records its time. Resolves to the result of the work. */
async function measureStep(name, work) {
  printHeading(name)
  const startedAt = Date.now()
  const result = await work()
  steps.push({ name, ms: Date.now() - startedAt })
  return result
}

async function runStep(name, work) {
  if ((await measureStep(name, work)) === 0) total.passed += 1
  else total.failures.push(name)
}

/**
 * Runs a suite and counts its tests. A suite without tests, or with an error outside of tests,
 * fails.
 */
async function runSuite(name, config, options = [], filter = pathFilter) {
  const reports = join(root, '.cache')
  mkdirSync(reports, { recursive: true })
  const report = join(reports, `${config}.${process.pid}.json`)
  const status = await measureStep(name, () =>
    run(
      findNode(),
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--config',
        config,
        '--reporter=dot',
        '--reporter=./scripts/test-reporter.mjs',
        ...options,
        ...(filter.length || selectsChanged ? ['--passWithNoTests', ...filter] : []),
      ],
      { ...plainOutput, REPORT: report },
    ),
  )
  const result = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { total: 0, passed: 0, skipped: 0, failures: [], unstable: [], files: [] }
  rmSync(report, { force: true })
  total.passed += result.passed
  total.skipped += result.skipped
  total.failures.push(...result.failures)
  total.unstable.push(...result.unstable)
  total.files.push(...result.files)
  if (
    !result.failures.length &&
    (status !== 0 || (!result.total && !filter.length && !selectsChanged))
  )
    total.failures.push(`${name}: ended with ${status}, ${result.total} tests`)
}

/** Prints the time of each step and level, and the slowest files, so that growth is seen. */
function printTimes() {
  const seconds = (ms) => `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`.padStart(8)
  printHeading('Time')
  for (const { name, ms } of steps) console.log(`${seconds(ms)}  ${name}`)
  const levelTimes = new Map()
  for (const { level, ms } of total.files) levelTimes.set(level, (levelTimes.get(level) ?? 0) + ms)
  if (levelTimes.size > 1) {
    console.log('Sum of the files of each level:')
    for (const [level, ms] of levelTimes) console.log(`${seconds(ms)}  ${level}`)
  }
  const slowest = total.files.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  if (slowest.length) console.log('Slowest files:')
  for (const { name, ms } of slowest) console.log(`${seconds(ms)}  ${name}`)
}

/** Runs the tests that the changes since `main` can affect. */
async function checkChanged() {
  const { server, browser } = selectTests(listChangedFiles())
  await runSuite('Unit', 'vitest.config.ts', ['--project', 'unit', '--changed', 'main'], [])
  const projects = ['component', 'api', 'race'].flatMap((name) => ['--project', name])
  if (server.length) await runSuite('Changed folders', 'vitest.config.ts', projects, server)
  if (!browser.length || isInterrupted) return
  await measureStep('Build', () => buildWeb())
  await runSuite('Changed journeys', 'vitest.browser.config.ts', [], browser)
}

// A run checks again only what a change can affect: 3 s instead of 35 s of CPU time without one.
const typeCheckArguments = [
  '-p',
  'tsconfig.json',
  '--incremental',
  '--tsBuildInfoFile',
  join(root, '.cache', 'types.tsbuildinfo'),
]
let isUnchecked = false
async function checkAll() {
  if (isEverything) {
    await runStep('Format', () => run(binPath('oxfmt'), ['--check', '.']))
    await runStep('Types', () => run(binPath('tsc'), typeCheckArguments))
    await runStep('Lint', () =>
      run(binPath('oxlint'), ['--type-aware', '--deny-warnings', '--format=unix']),
    )
    await runStep('Imports', () => run(findNode(), ['scripts/check-imports.mjs']))
    await runStep('Words', () => run(findNode(), ['scripts/check-words.mjs']))
    await runStep('Styles', () => run(findNode(), ['scripts/check-styles.mjs']))
    await runStep('Unused code', () => run(binPath('knip'), []))
    const auditCode = await measureStep('Packages', () => run(findNode(), ['scripts/audit.mjs']))
    // Exit code 2: not checked, where allowed. It counts as neither, and the end of the run
    // mentions it.
    if (auditCode === 0) total.passed += 1
    else if (auditCode === 2) isUnchecked = true
    else total.failures.push('Packages')
  }
  if (!selectedLevels.length || projects.length)
    await runSuite(
      projects.join(', ') || 'Selected files',
      'vitest.config.ts',
      projects.flatMap((project) => ['--project', project]),
    )
  if (isInterrupted || (selectedLevels.length && !selectedLevels.includes('browser'))) return
  await measureStep('Build', () => buildWeb())
  await runSuite('Browser', 'vitest.browser.config.ts')
}

try {
  await (selectsChanged ? checkChanged() : checkAll())
  printHeading('Left in the temporary folder')
  const leftovers = isInterrupted ? [] : await listLeftovers(temporaryRoot)
  console.log(leftovers.length ? leftovers.join('\n') : 'nothing')
  if (leftovers.length) total.failures.push(`Left in the temporary folder: ${leftovers.join(', ')}`)
} finally {
  await removeTemporaryRoot(temporaryRoot)
}
if (isInterrupted) {
  console.log('\nInterrupted')
  process.exit(130)
}

printTimes()
if (total.failures.length) {
  printHeading('Failed')
  for (const failure of total.failures) console.log(failure)
}
if (total.unstable.length) {
  printHeading('Unstable: failed first, passed when run again')
  for (const name of total.unstable) console.log(name)
}
if (isUnchecked)
  console.log('\nThe packages were NOT CHECKED against known vulnerabilities (npm run audit).')
console.log(
  `\n${total.passed} passed, ${total.failures.length} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
)
process.exit(total.failures.length ? 1 : 0)
