import { afterEach, expect, test } from 'vitest'
import type { HistoryField } from '#contract/history-imports.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { makeMember, type Team } from '#tests/support/factories.ts'
import {
  checkHistory,
  continueHistory,
  expectCleanReports,
  loadHistory,
  makePair,
  startHistory,
  toHistoryFile,
  uploadHistory,
} from '#tests/support/history-imports.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { updateHistoryImport } from './queries.ts'
import { deleteOldHistoryRows } from './row-queries.ts'

const t = setupTestApp()
afterEach(async () => {
  await t.checkLedger()
  await expectCleanReports(t)
})

test('refuses hostile rows with a reason and keeps the others', async () => {
  const { team, ann, ben } = await makePair(t)
  const many = Array.from({ length: 201 }, (_, n) => `p${n}@old.test`).join(',')
  const { import: checked } = await checkHistory(
    t,
    team,
    toHistoryFile(
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

/** Uploads and checks a file of another product with these columns. */
async function checkColumns(team: Team, file: string, columns: HistoryField[]) {
  const { body } = await uploadHistory(t, team, file, 'other')
  const call = { token: team.admin.token, params: { id: body.id } }
  await t.call('history_imports.set_mapping', { ...call, body: { columns } })
  await t.call('history_imports.check', call)
  return continueHistory(t, team, body.id)
}

test('a name and an address of the same person are no two people', async () => {
  const { team, ben } = await makePair(t)
  const ann = await makeMember(t, team.workspace_id, { first_name: 'Anouk', last_name: 'Lee' })
  const { import: checked } = await checkColumns(
    team,
    `When,From,To\n2024-03-05,Anouk Lee,${ann.email}\n2024-03-05,anouk lee,${ben.email}\n`,
    ['date', 'giver', 'receivers'],
  )
  expect(checked.totals).toMatchObject({
    posts: 1,
    unknown: 0,
    refusals: [{ code: 'self_recognition', rows: 1 }],
  })
})

test('a receiver by name and by address counts once in the totals', async () => {
  const { team, ben } = await makePair(t)
  const ann = await makeMember(t, team.workspace_id, { first_name: 'Anouk', last_name: 'Lee' })
  const { import: checked } = await checkColumns(
    team,
    [
      'When,From,To,Points',
      `2024-03-05,${ben.email},Anouk Lee;${ann.email};gone@old.test,5`,
      `2024-03-06,${ben.email},${ann.email},2`,
    ].join('\n'),
    ['date', 'giver', 'receivers', 'points'],
  )
  expect(checked.totals).toMatchObject({
    points: 12,
    receivers: 2,
    years: [{ year: 2024, points: 12 }],
    opening: { people: 1, points: 7 },
  })
  await startHistory(t, team, checked.id, { opening_balances: true })
  const { import: done } = await continueHistory(t, team, checked.id)
  expect(done).toMatchObject({ created: 2, opened_points: 7 })
})

test('columns need a date, a giver and receivers', async () => {
  const { team } = await makePair(t)
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

test('rows that a failed import has left are deleted after 30 days', async () => {
  const { team, ann, ben } = await makePair(t)
  const { import: checked } = await checkHistory(
    t,
    team,
    toHistoryFile(`2024-03-05,${ann.email},${ben.email},1,Hi,,`),
  )
  await startHistory(t, team, checked.id)
  const { workspace_id: workspaceId } = team
  const inTeam = <T>(work: (trx: Trx) => Promise<T>) => t.services.db.tenant(workspaceId, work)
  const finishedAt = t.clock.now()
  await inTeam((trx) =>
    updateHistoryImport(trx, workspaceId, checked.id, { state: 'failed', finished_at: finishedAt }),
  )
  const deleteBefore = (before: Date) =>
    inTeam((trx) => deleteOldHistoryRows(trx, workspaceId, before))
  expect(await deleteBefore(finishedAt)).toBe(0)
  expect(await deleteBefore(new Date(finishedAt.getTime() + 1))).toBe(1)
  expect((await loadHistory(t, team, checked.id)).import.state).toBe('failed')
})
