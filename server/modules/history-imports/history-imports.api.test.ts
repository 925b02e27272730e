import { afterEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import { hashWorkspaceRows } from '#tests/support/hash-workspace-rows.ts'
import { getBalance, makeMember, makePost, makeTeam, type Team } from '#tests/support/factories.ts'
import {
  checkHistory,
  continueHistory,
  importHistory,
  loadHistory,
  startHistory,
  undoHistory,
  uploadHistory,
} from '#tests/support/history-imports.ts'
import { findTextInDatabase } from '#tests/support/personal-data.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
const checkReports = () =>
  reconcileReports(t.services.db, {
    rebuild: false,
    onDifference: (difference) => {
      throw new Error(JSON.stringify(difference))
    },
  })
afterEach(async () => {
  await t.checkLedger()
  expect(await checkReports()).toBe(0)
})

const header = 'Date,Giver email,Receiver email,Amount,Reason,Hashtag,Private'
const toFile = (...rows: string[]) => `${header}\n${rows.join('\n')}\n`

/** A team whose administrator has thanked a member. */
async function makePair(): Promise<{
  team: Team
  ann: { user_id: string; email: string; token: string } & Awaited<ReturnType<typeof makeMember>>
  ben: Awaited<ReturnType<typeof makeMember>>
}> {
  const team = await makeTeam(t)
  const ann = await makeMember(t, team.workspace_id)
  const ben = await makeMember(t, team.workspace_id)
  await makePost(t, team.admin, [ann], team.value_id)
  return { team, ann, ben }
}

const listPosts = async (team: Team) =>
  (await t.call('posts.list', { token: team.admin.token, query: { limit: 100 } })).body

test('imports posts with their date and without moving points', async () => {
  const { team, ann, ben } = await makePair()
  const file = toFile(
    `2024-03-05 10:00:00 UTC,${ann.email},"${ben.email},gone@old.test",10,Great work,#teamwork,`,
    `2024-03-06,gone@old.test,${ann.email},5,Thanks,#customer-first,`,
  )
  const checked = await checkHistory(t, team, file)
  expect(checked.import).toMatchObject({
    state: 'checked',
    rows: 2,
    totals: {
      posts: 2,
      points: 25,
      givers: 2,
      receivers: 3,
      unknown: 1,
      first_day: '2024-03-05',
      last_day: '2024-03-06',
      years: [{ year: 2024, posts: 2, points: 25 }],
      refusals: [],
      known: 0,
      opening: { people: 2, points: 15 },
    },
  })
  expect(checked.tags.map(({ tag }) => tag)).toEqual(['customer-first', 'teamwork'])
  expect(await listPosts(team)).toHaveLength(1)
  expect((await startHistory(t, team, checked.import.id, { create_values: true })).status).toBe(200)
  const { import: done } = await continueHistory(t, team, checked.import.id)
  expect(done).toMatchObject({
    state: 'finished',
    created: 2,
    known: 0,
    refused: 0,
    opened_points: 0,
  })
  const posts = await listPosts(team)
  expect(posts.slice(1)).toMatchObject([
    {
      created_at: '2024-03-06T12:00:00.000Z',
      score: 5,
      imported: true,
      from: { name: '', state: 'deleted' },
      value: { name: 'Customer first' },
      abilities: { delete: true, like: false, comment: false },
    },
    { created_at: '2024-03-05T10:00:00.000Z', score: 10, to_count: 2, from_id: ann.user_id },
  ])
  expect(await getBalance(t, ben)).toBe(0)
  const found = await t.call('posts.list', { token: ben.token, query: { search: 'great' } })
  expect(found.body).toHaveLength(1)
})

test('notifies nobody', async () => {
  const { team, ann, ben } = await makePair()
  const count = () =>
    t.services.db.tenant(team.workspace_id, async (trx) => {
      const tables = ['outbox', 'inbox_items', 'hook_deliveries', 'allowances', 'entries'] as const
      return Promise.all(
        tables.map(async (table) =>
          Number(
            (
              await trx
                .selectFrom(table)
                .select((eb) => eb.fn.countAll().as('n'))
                .where('workspace_id', '=', team.workspace_id)
                .executeTakeFirstOrThrow()
            ).n,
          ),
        ),
      )
    })
  const before = await count()
  await importHistory(t, team, toFile(`2024-03-05,${ann.email},${ben.email},10,Hi,,`))
  expect(await count()).toEqual(before)
})

test('the same file twice changes nothing', async () => {
  const { team, ann, ben } = await makePair()
  const row = `2024-03-05,${ann.email},${ben.email},10,Same,,`
  await importHistory(t, team, toFile(row, row))
  const again = await importHistory(t, team, toFile(row, row), { opening_balances: true })
  expect(again.import).toMatchObject({ created: 0, known: 2, opened_points: 0 })
  expect(again.import.totals).toMatchObject({ known: 2, opening: { people: 0, points: 0 } })
  expect(await listPosts(team)).toHaveLength(3)
})

test('an undo leaves the rows as they were', async () => {
  const { team, ann, ben } = await makePair()
  const before = await hashWorkspaceRows(t, team.workspace_id)
  const file = toFile(
    `2024-03-05,${ann.email},"${ben.email},x@old.test",10,One,#new-value,`,
    `2024-03-05,x@old.test,${ann.email},7,Two,#other,yes`,
    `${t.clock.now().toISOString().slice(0, 10)},${ann.email},${ben.email},7,Today,,`,
  )
  const { import: done } = await importHistory(t, team, file, { create_values: true })
  expect(done.created).toBe(3)
  const { import: undone } = await undoHistory(t, team, done.id)
  expect(undone).toMatchObject({ state: 'undone', done: 0 })
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    await trx.deleteFrom('history_imports').where('workspace_id', '=', team.workspace_id).execute()
  })
  const { Client } = (await import('pg')).default
  const owner = new Client({ connectionString: t.ownerUrl })
  await owner.connect()
  await owner.query(
    `delete from audit_log where workspace_id = $1 and action like 'history_import.%'`,
    [team.workspace_id],
  )
  await owner.end()
  expect(await hashWorkspaceRows(t, team.workspace_id)).toBe(before)
  expect((await undoHistory(t, team, done.id)).status).toBe(404)
})

test('an undo is refused after seven days', async () => {
  const { team, ann, ben } = await makePair()
  const { import: done } = await importHistory(
    t,
    team,
    toFile(`2024-03-05,${ann.email},${ben.email},1,Old,,`),
  )
  t.clock.advance(7 * dayMs)
  expect((await undoHistory(t, team, done.id)).codes).toEqual(['history_undo_over'])
})

test('opening balances are one adjustment each and are undone', async () => {
  const { team, ann, ben } = await makePair()
  const before = await getBalance(t, ann)
  const { import: done } = await importHistory(
    t,
    team,
    toFile(
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

test('posts of the running month stay out of leaderboards', async () => {
  const { team, ann, ben } = await makePair()
  const today = t.clock.now().toISOString().slice(0, 10)
  await importHistory(
    t,
    team,
    toFile(
      `${today},${ann.email},${ben.email},50,Now,,`,
      `2024-03-05,${ann.email},${ben.email},50,Then,,`,
    ),
  )
  const sums = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('daily_recognition')
      .select(['received_points', 'day'])
      .where('workspace_id', '=', team.workspace_id)
      .where('user_id', '=', ben.user_id)
      .execute(),
  )
  expect(sums).toHaveLength(1)
  expect(sums[0]?.received_points).toBe(50)
  expect(await listPosts(team)).toHaveLength(3)
})

test('an imported post is closed to answers and changes', async () => {
  const { team, ann, ben } = await makePair()
  await importHistory(t, team, toFile(`2024-03-05,${ann.email},${ben.email},9,Closed,,`))
  const id = (await listPosts(team))[1]?.id ?? ''
  const call = { token: ann.token, params: { id } }
  const codes = await Promise.all([
    t.call('posts.like', call),
    t.call('posts.react', { ...call, body: { reaction: 'clap' } }),
    t.call('posts.comment', { ...call, body: { text: 'Yes' } }),
    t.call('posts.update', { ...call, body: { value_id: team.other_value_id } }),
    t.call('posts.add_on', {
      ...call,
      token: team.admin.token,
      body: { score: 1, text: 'Me too' },
    }),
    t.call('posts.update', {
      ...call,
      token: team.admin.token,
      body: { value_id: team.other_value_id },
    }),
    t.call('posts.delete', call),
  ])
  expect(codes.map((result) => result.codes)).toEqual(codes.map(() => ['forbidden']))
  expect((await t.call('posts.delete', { ...call, token: team.admin.token })).status).toBe(200)
  expect(await getBalance(t, ben)).toBe(0)
  const { import: again } = await importHistory(
    t,
    team,
    toFile(`2024-03-05,${ann.email},${ben.email},9,Closed,,`),
  )
  expect(again).toMatchObject({ created: 0, known: 1 })
})

test('a former teammate is merged into a member', async () => {
  const { team, ann, ben } = await makePair()
  const { import: done } = await importHistory(
    t,
    team,
    toFile(
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
  const posts = await listPosts(team)
  expect(posts.filter((post) => post.from_id === ben.user_id)).toHaveLength(1)
  const { import: undone } = await undoHistory(t, team, done.id)
  expect(undone.state).toBe('undone')
  expect(await listPosts(team)).toHaveLength(1)
})

test('start, merge and undo are in the audit log', async () => {
  const { team, ann, ben } = await makePair()
  const { import: done } = await importHistory(
    t,
    team,
    toFile(`2024-03-05,${ann.email},gone@old.test,10,One,,`),
  )
  const people = await t.call('history_imports.people', {
    token: team.admin.token,
    params: { id: done.id },
    query: {},
  })
  await t.call('history_imports.merge', {
    token: team.admin.token,
    params: { id: done.id },
    body: {
      former_user_id: people.body.people[0]?.former_user_id ?? '',
      user_id: ben.user_id,
    },
  })
  await undoHistory(t, team, done.id)
  const log = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('audit_log')
      .select('action')
      .where('workspace_id', '=', team.workspace_id)
      .where('action', 'like', 'history_import.%')
      .orderBy('id')
      .execute(),
  )
  expect(log.map(({ action }) => action)).toEqual([
    'history_import.start',
    'history_import.merge',
    'history_import.undo',
  ])
})

test('erasure deletes what an import knows about a person', async () => {
  const { team, ann, ben } = await makePair()
  await importHistory(
    t,
    team,
    toFile(
      `2024-03-05,${ann.email},${ben.email},10,One,,`,
      `no date,${ann.email},${ben.email},10,Two,,`,
    ),
  )
  expect(await findTextInDatabase(t, [ann.email])).not.toEqual([])
  await t.call('users.delete', { token: team.admin.token, params: { id: ann.user_id } })
  expect(await findTextInDatabase(t, [ann.email])).toEqual([])
})

test('refuses hostile rows with a reason and keeps the others', async () => {
  const { team, ann, ben } = await makePair()
  const many = Array.from({ length: 201 }, (_, n) => `p${n}@old.test`).join(',')
  const { import: checked } = await checkHistory(
    t,
    team,
    toFile(
      `2024-02-30,${ann.email},${ben.email},1,No day,,`,
      `2099-01-01,${ann.email},${ben.email},1,Future,,`,
      `2024-03-05,,${ben.email},1,Nobody,,`,
      `2024-03-05,${ann.email},,1,To nobody,,`,
      `2024-03-05,${ann.email},"${many}",1,To all,,`,
      `2024-03-05,${ann.email},${ann.email},1,Self,,`,
      `2024-03-05,${ann.email},${ben.email},-5,Negative,,`,
      `2024-03-05,${ann.email},${ben.email},many,Words,,`,
      `2024-03-05,${ann.email},${ben.email},99999999,Rich,,`,
      `2024-03-05,${ann.email},${ben.email},1,=1+1,,`,
      `2024-03-05,${ann.email},${ben.email},1,${'x'.repeat(50_000)},,`,
    ),
  )
  expect(checked.totals?.posts).toBe(2)
  expect(checked.totals?.refusals.map(({ code, rows }) => [code, rows])).toEqual([
    ['date_out_of_range', 1],
    ['date_unreadable', 1],
    ['giver_missing', 1],
    ['points_negative', 1],
    ['points_too_high', 1],
    ['points_unreadable', 1],
    ['receiver_missing', 1],
    ['self_recognition', 1],
    ['too_many_receivers', 1],
  ])
  const csv = await t.call('history_imports.refused', {
    token: team.admin.token,
    params: { id: checked.id },
  })
  expect(String(csv.body).trim().split('\n')).toHaveLength(10)
  await startHistory(t, team, checked.id)
  const { import: done } = await continueHistory(t, team, checked.id)
  expect(done).toMatchObject({ created: 2, refused: 9 })
})

test('a name and an address of the same person are no two people', async () => {
  const { team, ben } = await makePair()
  const ann = await makeMember(t, team.workspace_id, { first_name: 'Anouk', last_name: 'Lee' })
  const { body } = await uploadHistory(
    t,
    team,
    `When,From,To\n2024-03-05,Anouk Lee,${ann.email}\n2024-03-05,anouk lee,${ben.email}\n`,
    'other',
  )
  await t.call('history_imports.set_mapping', {
    token: team.admin.token,
    params: { id: body.id },
    body: { columns: ['date', 'giver', 'receivers'] },
  })
  await t.call('history_imports.check', { token: team.admin.token, params: { id: body.id } })
  const { import: checked } = await continueHistory(t, team, body.id)
  expect(checked.totals).toMatchObject({
    posts: 1,
    unknown: 0,
    refusals: [{ code: 'self_recognition', rows: 1 }],
  })
})

test('columns need a date, a giver and receivers', async () => {
  const { team } = await makePair()
  const { body } = await uploadHistory(t, team, 'A,B,C\n1,2,3\n', 'other')
  expect(body.columns.map(({ field }) => field)).toEqual(['ignore', 'ignore', 'ignore'])
  const set = async (columns: string[]) =>
    (
      await t.call('history_imports.set_mapping', {
        token: team.admin.token,
        params: { id: body.id },
        body: { columns: columns as never },
      })
    ).codes
  expect(await set(['date'])).toEqual(['wrong_format'])
  expect(await set(['giver', 'receivers', 'ignore'])).toEqual(['history_date_required'])
  expect(await set(['date', 'receivers', 'ignore'])).toEqual(['history_giver_required'])
  expect(await set(['date', 'giver', 'ignore'])).toEqual(['history_receivers_required'])
  expect(await set(['date', 'giver', 'giver'])).toEqual(['not_unique'])
  expect(
    (
      await t.call('history_imports.check', {
        token: team.admin.token,
        params: { id: body.id },
      })
    ).codes,
  ).toEqual(['history_date_required'])
  expect((await startHistory(t, team, body.id)).codes).toEqual(['conflict'])
  const removed = await t.call('history_imports.delete', {
    token: team.admin.token,
    params: { id: body.id },
  })
  expect(removed.status).toBe(204)
  expect((await loadHistory(t, team, body.id)).import).toBeUndefined()
})
