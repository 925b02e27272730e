import { afterEach, expect, test } from 'vitest'
import { getBalance } from '#tests/support/factories.ts'
import {
  checkHistory,
  continueHistory,
  expectCleanReports,
  importHistory,
  listFeed,
  makePair,
  startHistory,
  toHistoryFile,
  undoHistory,
  uploadHistory,
} from '#tests/support/history-imports.ts'
import { findTextInDatabase } from '#tests/support/personal-data.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
afterEach(async () => {
  await t.checkLedger()
  await expectCleanReports(t)
})

test('imports posts with their date and without moving points', async () => {
  const { team, ann, ben } = await makePair(t)
  const file = toHistoryFile(
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
  expect(await listFeed(t, team)).toHaveLength(1)
  expect((await startHistory(t, team, checked.import.id, { create_values: true })).status).toBe(200)
  const { import: done } = await continueHistory(t, team, checked.import.id)
  expect(done).toMatchObject({
    state: 'finished',
    created: 2,
    known: 0,
    refused: 0,
    opened_points: 0,
  })
  const posts = await listFeed(t, team)
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
  const { team, ann, ben } = await makePair(t)
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
  await importHistory(t, team, toHistoryFile(`2024-03-05,${ann.email},${ben.email},10,Hi,,`))
  expect(await count()).toEqual(before)
})

test('the same file twice changes nothing', async () => {
  const { team, ann, ben } = await makePair(t)
  const row = `2024-03-05,${ann.email},${ben.email},10,Same,,`
  await importHistory(t, team, toHistoryFile(row, row))
  const again = await importHistory(t, team, toHistoryFile(row, row), { opening_balances: true })
  expect(again.import).toMatchObject({ created: 0, known: 2, opened_points: 0 })
  expect(again.import.totals).toMatchObject({ known: 2, opening: { people: 0, points: 0 } })
  expect(await listFeed(t, team)).toHaveLength(3)
})

test('posts of the running month stay out of leaderboards', async () => {
  const { team, ann, ben } = await makePair(t)
  const today = t.clock.now().toISOString().slice(0, 10)
  await importHistory(
    t,
    team,
    toHistoryFile(
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
  expect(await listFeed(t, team)).toHaveLength(3)
})

test('an imported post is closed to answers and changes', async () => {
  const { team, ann, ben } = await makePair(t)
  await importHistory(t, team, toHistoryFile(`2024-03-05,${ann.email},${ben.email},9,Closed,,`))
  const id = (await listFeed(t, team))[1]?.id ?? ''
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
    toHistoryFile(`2024-03-05,${ann.email},${ben.email},9,Closed,,`),
  )
  expect(again).toMatchObject({ created: 0, known: 1 })
})

test('start, merge and undo are in the audit log', async () => {
  const { team, ann, ben } = await makePair(t)
  const { import: done } = await importHistory(
    t,
    team,
    toHistoryFile(`2024-03-05,${ann.email},gone@old.test,10,One,,`),
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
  const { team, ann, ben } = await makePair(t)
  await importHistory(
    t,
    team,
    toHistoryFile(
      `2024-03-05,${ann.email},${ben.email},10,One,,`,
      `no date,${ann.email},${ben.email},10,Two,,`,
    ),
  )
  expect(await findTextInDatabase(t, [ann.email])).not.toEqual([])
  await t.call('users.delete', { token: team.admin.token, params: { id: ann.user_id } })
  expect(await findTextInDatabase(t, [ann.email])).toEqual([])
})

test('erasure keeps rows of addresses that contain the erased one', async () => {
  const { team, ann, ben } = await makePair(t)
  const [local, domain] = ann.email.split('@')
  const longer = [`mary.${ann.email}`, `mary-${ann.email}`, `${ann.email}.au`]
  const deleted = [`Ben <${ann.email}>`, `${ann.email}; mary.${ann.email}`, `Ask ${ann.email}.`]
  const other = `${local}@${domain?.replace('.', 'x')}`
  const cells = [...longer, other, ...deleted]
  await importHistory(
    t,
    team,
    toHistoryFile(...cells.map((cell) => `no date,${cell},${ben.email},10,Two,,`)),
  )
  await t.call('users.delete', { token: team.admin.token, params: { id: ann.user_id } })
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('history_rows').select('cells').orderBy('line').execute(),
  )
  expect(rows.map((row) => row.cells[1])).toEqual([...longer, other])
})

test('a check that was paused leaves columns that have changed since', async () => {
  const { team, ann, ben } = await makePair(t)
  const file = toHistoryFile(`2024-03-05,${ann.email},${ben.email},10,Great work,,`)
  const { body } = await uploadHistory(t, team, file)
  const call = { token: team.admin.token, params: { id: body.id } }
  await t.call('history_imports.check', call)
  const { db } = t.services
  const tenant = db.tenant.bind(db)
  let transactions = 0
  db.tenant = async (workspaceId, work) => {
    const result = await tenant(workspaceId, work)
    transactions += 1
    if (transactions < 2) return result
    // The columns were read. Another process checks them, and an administrator changes them.
    db.tenant = tenant
    await continueHistory(t, team, body.id)
    const columns = ['date', 'receiver_emails', 'giver_email', 'points', 'text', 'tag', 'private']
    await t.call('history_imports.set_mapping', {
      ...call,
      body: { columns: columns as never, date_order: null },
    })
    await t.call('history_imports.check', call)
    return result
  }
  expect((await continueHistory(t, team, body.id)).import.state).toBe('checking')
  const { people } = await continueHistory(t, team, body.id)
  expect(people.find(({ email }) => email === ben.email)).toMatchObject({ given_posts: 1 })
})

test('a value of a hashtag keeps the marks of its letters', async () => {
  const { team, ann, ben } = await makePair(t)
  const file = toHistoryFile(`2024-03-05,${ann.email},${ben.email},10,Great work,#धन्यवाद,`)
  await importHistory(t, team, file, { create_values: true })
  const config = await t.call('config.get', { token: team.admin.token })
  expect(config.body.values.map(({ tag }) => tag)).toContain('धन्यवाद')
})
