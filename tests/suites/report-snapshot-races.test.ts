import { expect, test } from 'vitest'
import { createWorkspaceSnapshots } from '#server/modules/reports/create-snapshots.ts'
import type { Database } from '#server/platform/database/database.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import type { RollupDifference } from '#server/modules/reports/rollup-queries.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member } from '#tests/support/factories.ts'
import { runConcurrently, setupTwoProcesses } from '#tests/support/processes.ts'

/** Changes of old posts during the creation of snapshots, over two server processes. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
const dayMs = 86_400_000

test('snapshots stay correct during deletions and changes of posts', async () => {
  const team = await makeTeam(t, { limit: null })
  const { workspace_id: workspaceId } = team
  const people = (await runConcurrently(4, () => makeMember(t, workspaceId))) as Member[]
  const posts: string[] = []
  for (let n = 0; n < 40; n += 1)
    posts.push(
      await makePost(
        t,
        people[n % 4] as Member,
        [people[(n + 1) % 4] as Member, people[(n + 2) % 4] as Member],
        n % 2 ? team.value_id : team.other_value_id,
        1 + (n % 5),
      ),
    )
  // The posts move into the past, each five on a day of their own.
  await t.services.db.tenant(workspaceId, async (trx) => {
    await trx.deleteFrom('daily_recognition').where('workspace_id', '=', workspaceId).execute()
    for (const [n, id] of posts.entries())
      await trx
        .updateTable('posts')
        .set({ day: new Date(Date.now() - (4 + n / 5) * dayMs).toISOString().slice(0, 10) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
  })
  const { db } = t.services
  await reconcileReports(db, { rebuild: true, onDifference: () => undefined })

  const { token } = team.admin
  const changes = runConcurrently(30, (n) =>
    n % 2
      ? callAlternately('DELETE', `/posts/${posts[n]}`, token)
      : callAlternately('PUT', `/posts/${posts[n]}`, token, { value_id: team.value_id }),
  )
  let transactions = 0
  let attempts = 0
  const countingDb: Database = {
    ...db,
    tenant: (id, work) => {
      transactions += 1
      return db.tenant(id, (trx) => {
        attempts += 1
        return work(trx)
      })
    },
  }
  const snapshots = (async () => {
    const days: string[] = []
    for (let n = 0; n < 3; n += 1)
      days.push(
        ...(await createWorkspaceSnapshots(countingDb, workspaceId, {
          at: new Date(),
          rowsMin: 6,
        })),
      )
    return days
  })()
  const [replies, days] = await Promise.all([changes, snapshots])
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(days.length).toBeGreaterThan(2)
  // No deadlock rolled a transaction back.
  expect(attempts).toBe(transactions)
  const found: RollupDifference[] = []
  await reconcileReports(db, { rebuild: false, onDifference: (one) => found.push(one) })
  expect(found).toEqual([])
})
