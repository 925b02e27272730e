import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listLeftovers, makeTemporaryRoot, removeTemporaryRoot } from './temporary-root.mjs'
import { compileCache, findNode, root, runForeground } from './toolchain.mjs'

// With FORCE_COLOR set, Vitest colors its lines also in log files.
const plainOutput = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

/** Runs tests in a temporary folder. Returns what they reported, with the files they left behind. */
async function runTests(files, options) {
  const folder = makeTemporaryRoot()
  const report = join(folder, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=tree', '--reporter=./scripts/test-reporter.mjs']
  try {
    const code = await runForeground(
      findNode(),
      [vitest, 'run', '--config', 'vitest.verify.config.ts', ...reporters, ...files, ...options],
      { ...plainOutput, TMPDIR: folder, NODE_COMPILE_CACHE: compileCache, REPORT: report },
    )
    const { passed, skipped, failures } = existsSync(report)
      ? JSON.parse(readFileSync(report, 'utf8'))
      : { passed: 0, skipped: 0, failures: [] }
    if (code !== 0 && !failures.length) failures.push(`the tests ended with ${code}`)
    const leftovers = (await listLeftovers(folder)).filter(
      (line) => !line.startsWith('report.json'),
    )
    return { passed, skipped, failures: [...failures, ...leftovers] }
  } finally {
    await removeTemporaryRoot(folder)
  }
}

/**
 * Runs test files of vitest.verify.config.ts. The last line is "N passed, N skipped, N failed".
 * Returns the exit code. `options` are those of Vitest, and `skipped` counts what did not start.
 */
export async function runVerifyTests(files, { skipped = 0, options = [] } = {}) {
  const result = files.length
    ? await runTests(files, options)
    : { passed: 0, skipped: 0, failures: [] }
  for (const failure of result.failures) console.log(failure)
  const { passed, failures } = result
  console.log(`\n${passed} passed, ${skipped + result.skipped} skipped, ${failures.length} failed`)
  return failures.length ? 1 : 0
}
