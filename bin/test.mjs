// Everything that is checked, in one command. Its last line is what happened: "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, build, install, node, root, run } from './lib.mjs'

install()
const filter = process.argv.slice(2)
const total = { passed: 0, failed: 0, skipped: 0 }
const heading = (text) => console.log(`\n=== ${text}`)

function step(name, work) {
  heading(name)
  const good = work() === 0
  total[good ? 'passed' : 'failed'] += 1
  if (!good) console.log(`${name}: FAILED`)
}

/** Runs a suite and counts its tests; a suite without tests or with an error outside of them has failed. */
function suite(name, config) {
  heading(name)
  const reports = join(root, '.cache')
  mkdirSync(reports, { recursive: true })
  const report = join(reports, `${config}.${process.pid}.json`)
  const status = run(node(), [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`,
    ...(filter.length ? ['--passWithNoTests', ...filter] : [])], { FORCE_COLOR: '0' })
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
  rmSync(report, { force: true })
  total.passed += result?.numPassedTests ?? 0
  total.skipped += (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0)
  const failed = result?.numFailedTests ?? 0
  const empty = !result || (result.numTotalTests === 0 && !filter.length)
  total.failed += failed || (status !== 0 || empty ? 1 : 0)
}

if (!filter.length) {
  step('Types', () => run(bin('tsc'), ['-p', 'tsconfig.json']))
  step('Lint', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings', '--format=unix']))
  step('Arrows', () => run(node(), ['bin/arrows.mjs']))
}
suite('Unit, API and races', 'vitest.config.ts')
build()
suite('Browser', 'vitest.e2e.config.ts')

console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed ? 1 : 0)
