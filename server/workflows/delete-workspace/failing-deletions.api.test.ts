import { expect, test } from 'vitest'
import { withClient } from '#tests/support/database.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { failChanges } from '#tests/support/failing-changes.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { deleteDueWorkspaces } from './deletion.ts'

/** Teams whose deletion fails do not hold up the others. */
const t = setupTestApp()

/** Creates teams whose deletion is due, one after another. Returns their ids. */
async function makeDueTeams(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await makeTeam(t)).workspace_id)
  const dueAt = t.clock.now().getTime() - count
  await withClient(t.ownerUrl, async (owner) => {
    for (const [index, id] of ids.entries())
      await owner.query(
        `update workspaces set deletion_due_at = $1, deletion_asked_by = (
          select id from users where workspace_id = $2 limit 1) where id = $2`,
        [new Date(dueAt + index), id],
      )
  })
  return ids
}

test('a deletion that fails does not block the deletions behind it', async () => {
  const [first] = await makeDueTeams(2)
  const failure = await failChanges(
    t,
    'workspaces',
    `new.id = '${first}' and new.deleted_at is not null`,
  )
  expect(await deleteDueWorkspaces(t.services).finally(() => failure.end())).toBe(1)
  expect(await deleteDueWorkspaces(t.services)).toBe(1)
})

test('a whole batch of deletions that fail does not block another team', async () => {
  const ids = await makeDueTeams(21)
  const failure = await failChanges(
    t,
    'workspaces',
    `new.id <> '${ids.at(-1)}' and new.deleted_at is not null`,
  )
  let deleted = 0
  for (let run = 0; run < 20 && !deleted; run += 1) deleted = await deleteDueWorkspaces(t.services)
  expect(deleted).toBe(1)
  await failure.end()
  expect(await deleteDueWorkspaces(t.services)).toBe(20)
})
