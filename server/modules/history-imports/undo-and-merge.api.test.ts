import { afterEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { withClient } from '#tests/support/database.ts'
import { getBalance } from '#tests/support/factories.ts'
import { hashWorkspaceRows } from '#tests/support/hash-workspace-rows.ts'
import {
  expectCleanReports,
  importHistory,
  listFeed,
  makePair,
  toHistoryFile,
  undoHistory,
} from '#tests/support/history-imports.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
afterEach(async () => {
  await t.checkLedger()
  await expectCleanReports(t)
})

test('an undo leaves the rows as they were', async () => {
  const { team, ann, ben } = await makePair(t)
  const before = await hashWorkspaceRows(t, team.workspace_id)
  const file = toHistoryFile(
    `2024-03-05,${ann.email},"${ben.email},x@old.test",10,One,#new-value,`,
    `2024-03-05,x@old.test,${ann.email},7,Two,#other,yes`,
    `${t.clock.now().toISOString().slice(0, 10)},${ann.email},${ben.email},7,Today,,`,
  )
  const { import: done } = await importHistory(t, team, file, { create_values: true })
  expect(done.created).toBe(3)
  const { import: undone } = await undoHistory(t, team, done.id)
  expect(undone).toMatchObject({ state: 'undone', done: 0 })
  // Only the import and its entries in the audit log are left.
  await withClient(t.ownerUrl, async (owner) => {
    await owner.query('delete from history_imports where workspace_id = $1', [team.workspace_id])
    await owner.query(
      `delete from audit_log where workspace_id = $1 and action like 'history_import.%'`,
      [team.workspace_id],
    )
  })
  expect(await hashWorkspaceRows(t, team.workspace_id)).toBe(before)
  expect((await undoHistory(t, team, done.id)).status).toBe(404)
})

test('an undo is refused after seven days', async () => {
  const { team, ann, ben } = await makePair(t)
  const { import: done } = await importHistory(
    t,
    team,
    toHistoryFile(`2024-03-05,${ann.email},${ben.email},1,Old,,`),
  )
  t.clock.advance(7 * dayMs)
  expect((await undoHistory(t, team, done.id)).codes).toEqual(['history_undo_over'])
})

test('opening balances are one adjustment each and are undone', async () => {
  const { team, ann, ben } = await makePair(t)
  const before = await getBalance(t, ann)
  const { import: done } = await importHistory(
    t,
    team,
    toHistoryFile(
      `2024-03-05,${ann.email},${ben.email},10,One,,`,
      `2024-03-06,${ann.email},${ben.email},20,Two,,`,
      `2024-03-06,${ben.email},${ann.email},4,Three,,`,
    ),
    { opening_balances: true },
  )
  expect(done).toMatchObject({ opened_points: 34, opening_balances: true })
  expect(await getBalance(t, ben)).toBe(30)
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: { title: 'Cake', price: 25 },
  })
  await t.call('shop.redeem', { token: ben.token, params: { id: reward.body.id }, body: {} })
  const { import: undone } = await undoHistory(t, team, done.id)
  expect(undone).toMatchObject({ state: 'undone', opened_points: 34, kept_points: 25 })
  expect(await getBalance(t, ben)).toBe(0)
  expect(await getBalance(t, ann)).toBe(before)
})

test('a former teammate is merged into a member', async () => {
  const { team, ann, ben } = await makePair(t)
  const { import: done } = await importHistory(
    t,
    team,
    toHistoryFile(
      `2024-03-05,${ann.email},cara@old.test,10,One,,`,
      `2024-03-05,cara@old.test,${ann.email},3,Two,,`,
      `2024-03-05,dan@old.test,${ben.email},3,Three,,`,
    ),
  )
  const people = await t.call('history_imports.people', {
    token: team.admin.token,
    params: { id: done.id },
    query: {},
  })
  expect(people.body).toMatchObject({ total: 2 })
  const found = await t.call('history_imports.people', {
    token: team.admin.token,
    params: { id: done.id },
    query: { search: ' DAN@old' },
  })
  expect(found.body).toMatchObject({ total: 1, people: [{ email: 'dan@old.test' }] })
  const [cara] = people.body.people
  const merge = (userId: string) =>
    t.call('history_imports.merge', {
      token: team.admin.token,
      params: { id: done.id },
      body: { former_user_id: cara?.former_user_id ?? '', user_id: userId },
    })
  expect((await merge(ann.user_id)).codes).toEqual(['history_merge_overlap'])
  expect((await merge(ben.user_id)).body).toEqual({ posts: 2 })
  expect((await merge(ben.user_id)).codes).toEqual(['user_not_found'])
  const posts = await listFeed(t, team)
  expect(posts.filter((post) => post.from_id === ben.user_id)).toHaveLength(1)
  const { import: undone } = await undoHistory(t, team, done.id)
  expect(undone.state).toBe('undone')
  expect(await listFeed(t, team)).toHaveLength(1)
})
