import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import {
  checkHistory,
  expectCleanReports,
  loadHistory,
  makePair,
  startHistory,
  toHistoryFile,
} from '#tests/support/history-imports.ts'
import { releaseProcess, startProcess } from '#tests/support/processes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/** A process killed while it creates posts: another process continues. */
const t = setupTestApp(() => ({ at: new Date(), jobs: true }))
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) await releaseProcess(child)
})

test('another process continues an import whose process was killed', async () => {
  const posts = 4_000
  const { team, ann, ben } = await makePair(t)
  const { import: checked } = await checkHistory(
    t,
    team,
    toHistoryFile(
      ...Array.from(
        { length: posts },
        (_, n) => `2024-03-05,${ann.email},${ben.email},2,Text ${n},,`,
      ),
    ),
  )
  const startWorker = async () => {
    const { child } = await startProcess(t.ownerUrl, { isWorker: true })
    children.push(child)
    return child
  }
  const first = await startWorker()
  await startHistory(t, team, checked.id, { opening_balances: true })
  const load = async () => (await loadHistory(t, team, checked.id)).import
  await waitUntil('a part is imported', async () => (await load()).created >= 1_000, 30_000)
  first.kill('SIGKILL')
  const halted = await load()
  expect(halted.state).toBe('in_progress')
  expect(halted.created).toBeLessThan(posts)
  await startWorker()
  await waitUntil('the import is finished', async () => (await load()).state === 'finished', 90_000)
  expect(await load()).toMatchObject({ created: posts, known: 0, opened_points: 2 * posts })
  await t.checkLedger()
  await expectCleanReports(t)
}, 150_000)
