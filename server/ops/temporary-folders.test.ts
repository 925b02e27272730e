import { execFile, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makeTemporaryFolder } from '#tests/support/temporary-folders.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

// Runs the checks of `npm test` around its suites with another temporary folder.
const module = new URL('../../scripts/temporary-root.mjs', import.meta.url)
async function inFolder<T>(folder: string, code: string): Promise<T> {
  const script = `import { listLeftovers, makeTemporaryRoot, removeTemporaryRoot } from ${JSON.stringify(module.href)}; console.log(JSON.stringify(${code}))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    { env: { ...process.env, TMPDIR: folder } },
  )
  return JSON.parse(stdout) as T
}

test('reports and removes files and processes left by a test run', async () => {
  const folder = makeTemporaryFolder('laurel-leftovers-')
  const run = await inFolder<string>(folder, 'makeTemporaryRoot()')
  expect(run.startsWith(join(folder, 'laurel-run-'))).toBe(true)
  expect(await inFolder(folder, `await listLeftovers(${JSON.stringify(run)})`)).toEqual([])

  writeFileSync(join(run, 'forgotten'), '')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: run },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const left = await inFolder<string[]>(folder, `await listLeftovers(${JSON.stringify(run)}, 500)`)
  expect(left).toContain('forgotten is left in the temporary folder')
  if (existsSync('/proc/self/environ'))
    expect(left[0]).toContain(`process ${child.pid} is still running`)

  await inFolder(folder, `await removeTemporaryRoot(${JSON.stringify(run)}) ?? null`)
  expect(existsSync(run)).toBe(false)
  if (existsSync('/proc/self/environ'))
    await waitUntil(
      'the process has ended',
      () => child.exitCode !== null || child.signalCode !== null,
      5_000,
    )
})
