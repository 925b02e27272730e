// Everything that is checked, in one command. Its last line is what happened: "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, build, install, node, root, run } from './lib.mjs'

install()
const filter = process.argv.slice(2)
const total = { passed: 0, skipped: 0, failures: [] }
const heading = (text) => console.log(`\n=== ${text}`)
// Vitest colours what it prints when FORCE_COLOR is there at all, each dot on its own: in a file that is unreadable.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

function step(name, work) {
  heading(name)
  if (work() === 0) total.passed += 1
  else total.failures.push(name)
}

/** Runs a suite and counts its tests; a suite without tests or with an error outside of them has failed. */
function suite(name, config) {
  heading(name)
  const reports = join(root, '.cache')
  mkdirSync(reports, { recursive: true })
  const report = join(reports, `${config}.${process.pid}.json`)
  const status = run(node(), [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config, '--reporter=dot', '--reporter=./bin/reporter.mjs', ...(filter.length ? ['--passWithNoTests', ...filter] : [])], { ...plain, REPORT: report })
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { total: 0, passed: 0, skipped: 0, failures: [] }
  rmSync(report, { force: true })
  total.passed += result.passed
  total.skipped += result.skipped
  total.failures.push(...result.failures)
  if (!result.failures.length && (status !== 0 || (!result.total && !filter.length))) total.failures.push(`${name}: ended with ${status}, ${result.total} tests`)
}

if (!filter.length) {
  step('Types', () => run(bin('tsc'), ['-p', 'tsconfig.json']))
  step('Lint', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings', '--format=unix']))
  step('Arrows', () => run(node(), ['bin/arrows.mjs']))
  // 2: the audit service did not answer, which it says, and which counts as nothing.
  heading('Packages')
  const audited = run(node(), ['bin/audit.mjs'])
  if (audited === 0) total.passed += 1
  else if (audited !== 2) total.failures.push('Packages')
}
suite('Unit, API and races', 'vitest.config.ts')
build()
suite('Browser', 'vitest.e2e.config.ts')

if (total.failures.length) {
  heading('Failed')
  for (const failure of total.failures) console.log(failure)
}
console.log(`\n${total.passed} passed, ${total.failures.length} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failures.length ? 1 : 0)
