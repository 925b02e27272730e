import { afterEach, expect, test } from 'vitest'
import { runHistoryImport } from '#server/modules/history-imports/worker.ts'
import { makePost, type Team } from '#tests/support/factories.ts'
import {
  checkHistory,
  expectCleanReports,
  importHistory,
  loadHistory,
  makePair,
  startHistory,
  toHistoryFile,
} from '#tests/support/history-imports.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Imports of posts that are started, run and undone in several processes at once. */
const t = setupTestApp()
afterEach(async () => {
  await t.checkLedger()
  await expectCleanReports(t)
})

const makeFile = (count: number) =>
  toHistoryFile(
    ...Array.from(
      { length: count },
      (_, n) =>
        `2024-0${1 + (n % 9)}-1${n % 10},giver${n % 40}@old.test,"taker${n % 50}@old.test,x${n % 7}@old.test",${n % 20},Text ${n},#tag${n % 3},`,
    ),
  )

const countPosts = ({ workspace_id: workspaceId }: Team) =>
  t.services.db.tenant(workspaceId, async (trx) => {
    const { posts } = await trx
      .selectFrom('posts')
      .where('workspace_id', '=', workspaceId)
      .where('imported_from', 'is not', null)
      .select((eb) => eb.fn.countAll<number>().as('posts'))
      .executeTakeFirstOrThrow()
    return Number(posts)
  })

test('an import starts once', async () => {
  const { team } = await makePair(t)
  const { import: checked } = await checkHistory(t, team, makeFile(10))
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => startHistory(t, team, checked.id, { create_values: true })),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409,
  ])
})

test('two processes create each post once', async () => {
  const { team, ann } = await makePair(t)
  const { import: checked } = await checkHistory(t, team, makeFile(4_500))
  await startHistory(t, team, checked.id, { create_values: true })
  const data = { workspace_id: team.workspace_id, import_id: checked.id }
  await Promise.all([
    runHistoryImport(t.services, data),
    runHistoryImport(t.services, data),
    ...Array.from({ length: 5 }, () => makePost(t, team.admin, [ann], team.value_id)),
  ])
  const { import: done } = await loadHistory(t, team, checked.id)
  expect(done).toMatchObject({ state: 'finished', created: 4_500, done: 4_500 })
  expect(await countPosts(team)).toBe(4_500)
}, 60_000)

test('a running import is neither undone nor deleted', async () => {
  const { team } = await makePair(t)
  const { import: checked } = await checkHistory(t, team, makeFile(3_000))
  await startHistory(t, team, checked.id)
  const call = { token: team.admin.token, params: { id: checked.id } }
  const [, undo, removal] = await Promise.all([
    runHistoryImport(t.services, { workspace_id: team.workspace_id, import_id: checked.id }),
    t.call('history_imports.undo', call),
    t.call('history_imports.delete', call),
  ])
  expect([undo.codes, removal.codes]).toEqual([['conflict'], ['conflict']])
  expect(await countPosts(team)).toBe(3_000)
}, 60_000)

test('two undos delete each post once', async () => {
  const { team } = await makePair(t)
  const { import: done } = await importHistory(t, team, makeFile(3_000), { create_values: true })
  const call = { token: team.admin.token, params: { id: done.id } }
  const replies = await Promise.all([
    t.call('history_imports.undo', call),
    t.call('history_imports.undo', call),
  ])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const data = { workspace_id: team.workspace_id, import_id: done.id }
  await Promise.all([runHistoryImport(t.services, data), runHistoryImport(t.services, data)])
  expect((await loadHistory(t, team, done.id)).import.state).toBe('undone')
  expect(await countPosts(team)).toBe(0)
}, 60_000)

test('an import that stops between batches continues', async () => {
  const { team } = await makePair(t)
  const { import: checked } = await checkHistory(t, team, makeFile(3_000))
  await startHistory(t, team, checked.id)
  const data = { workspace_id: team.workspace_id, import_id: checked.id }
  let steps = 0
  expect(await runHistoryImport(t.services, data, () => (steps += 1) > 3)).toBe(false)
  expect((await loadHistory(t, team, checked.id)).import.created).toBe(2_000)
  expect(await runHistoryImport(t.services, data)).toBe(true)
  expect(await countPosts(team)).toBe(3_000)
}, 60_000)
