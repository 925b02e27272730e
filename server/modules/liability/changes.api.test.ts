import { beforeEach, expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import {
  addBalance,
  makeMember,
  makePost,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  insertWorth,
  callAs,
  makeAccounts,
  makeFinanceTeam,
  redeemReward,
  setCountry,
  storeDays,
} from '#tests/support/liability.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
const setTime = (time: string) => t.clock.set(new Date(time))
let team: Team
beforeEach(async () => {
  setTime('2026-03-01T12:00:00Z')
  team = await makeFinanceTeam(t)
})

type Days = { from: string; to: string }
async function readChanges(days: Days): Promise<OutputOf<'liability.changes'>> {
  return (await callAs(t, team.admin, 'liability.changes', { query: days })).body
}
async function readJournal(days: Days): Promise<string[][]> {
  const { body } = await callAs(t, team.admin, 'liability.csv', { query: days })
  return body
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
}
test('movements have the worth of their day, and a new worth is a line of its own', async () => {
  const [ann, bob] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2026-03-01' })
  await makePost(t, ann, [bob], team.value_id, 55)
  setTime('2026-03-05T12:00:00Z')
  await insertWorth(t, team, { currency: 'EUR', minor: 1_250, from: '2026-03-05' })
  await addBalance(t, bob, 10)
  setTime('2026-03-07T12:00:00Z')
  await setCountry(t, 'JP', bob)
  await insertWorth(t, team, { country: 'JP', currency: 'JPY', minor: 1_500, from: '2026-03-07' })
  setTime('2026-03-09T12:00:00Z')
  const {
    opening,
    lines,
    closing,
    worth_changes: worthChanges,
  } = await readChanges({
    from: '2026-03-01',
    to: '2026-03-04',
  })
  expect(opening).toEqual({ points: 0, without_worth: 0, money: [] })
  // Country and worth of Japan count on days that are not stored yet, as of now.
  expect(closing.points).toBe(55)
  expect(lines.filter(({ points }) => points)).toMatchObject([{ kind: 'posts', points: 55 }])
  expect(worthChanges).toEqual([])
  const march = await readChanges({ from: '2026-03-01', to: '2026-03-09' })
  expect(march.closing).toEqual({
    points: 65,
    without_worth: 0,
    money: [{ currency: 'JPY', minor: 975 }],
  })
  expect(march.lines.filter(({ money }) => money.length)).toEqual([
    { kind: 'posts', points: 55, money: [{ currency: 'EUR', minor: 550 }] },
    { kind: 'adjustments', points: 10, money: [{ currency: 'EUR', minor: 125 }] },
    {
      kind: 'change_of_worth',
      points: 0,
      money: [
        { currency: 'EUR', minor: -675 },
        { currency: 'JPY', minor: 975 },
      ],
    },
  ])
  expect(march.worth_changes).toEqual([
    { day: '2026-03-05', money: [{ currency: 'EUR', minor: 137 }] },
    {
      day: '2026-03-07',
      money: [
        { currency: 'EUR', minor: -812 },
        { currency: 'JPY', minor: 975 },
      ],
    },
  ])
})

const owed = '"Points ""owed"""'
/** The rows of a debit and a credit of the same amount. */
function listPair(
  day: string,
  kind: string,
  debited: string,
  credited: string,
  amount: string,
  currency: string,
): string[][] {
  const reference = `LAUREL-${day}-${kind}-${currency}`
  const costCenterOf = (account: string) => (account === owed ? '' : 'CC-7')
  return [
    [day, debited, costCenterOf(debited), amount, '', currency, reference],
    [day, credited, costCenterOf(credited), '', amount, currency, reference],
  ]
}

test('the journal balances each group of rows with the decimals of its currency', async () => {
  const people = await Promise.all([1, 2, 3].map(() => makeMember(t, team.workspace_id)))
  const [jp, kw, us] = people as [Member, Member, Member]
  await setCountry(t, 'JP', jp)
  await setCountry(t, 'KW', kw)
  await insertWorth(t, team, { currency: 'USD', minor: 1_033, from: '2026-03-01' })
  await insertWorth(t, team, { country: 'JP', currency: 'JPY', minor: 1_515, from: '2026-03-01' })
  await insertWorth(t, team, { country: 'KW', currency: 'KWD', minor: 3_071, from: '2026-03-01' })
  for (const one of people) await addBalance(t, one, 7)
  const post = await makePost(t, us, [kw], team.value_id, 5)
  setTime('2026-04-02T12:00:00Z')
  await callAs(t, team.admin, 'posts.delete', { params: { id: post } })
  await callAs(t, team.admin, 'liability.set_accounts', {
    body: { ...makeAccounts(), expense: '=6800', liability: 'Points "owed"' },
  })
  setTime('2026-04-05T12:00:00Z')
  await storeDays(t, team)
  const [header, ...rows] = await readJournal({ from: '2026-03-01', to: '2026-04-04' })
  expect(header).toEqual([
    'Date',
    'Account',
    'Cost center',
    'Debit',
    'Credit',
    'Currency',
    'Reference',
  ])
  expect(rows).toEqual([
    ...listPair('2026-03-31', 'posts', "'=6800", owed, '0.153', 'KWD'),
    ...listPair('2026-03-31', 'adjustments', "'=6800", owed, '106', 'JPY'),
    ...listPair('2026-03-31', 'adjustments', "'=6800", owed, '0.215', 'KWD'),
    ...listPair('2026-03-31', 'adjustments', "'=6800", owed, '0.72', 'USD'),
    ...listPair('2026-04-04', 'corrections', owed, '6810 Corrections', '0.154', 'KWD'),
  ])
  expect(await listAuditDetails(t, team, 'export.liability')).toMatchObject([
    { details: { from: '2026-03-01', to: '2026-04-04' } },
  ])
  const xlsx = await callAs(t, team.admin, 'liability.csv', {
    query: { from: '2026-03-01', to: '2026-04-04', format: 'xlsx' },
  })
  expect(xlsx.headers['content-type']).toContain('spreadsheetml')
})

test('ranges end today at the latest, and journals yesterday', async () => {
  const changes = (query: Days) => callAs(t, team.admin, 'liability.changes', { query })
  expect((await changes({ from: '2026-02-01', to: '2026-03-01' })).status).toBe(200)
  for (const query of [
    { from: '2026-02-01', to: '2026-03-02' },
    { from: '2026-03-01', to: '2026-02-28' },
    { from: '2025-02-01', to: '2026-03-01' },
  ])
    expect((await changes(query)).codes).toEqual(['out_of_range'])
  const journal = (query: Partial<Days>) => callAs(t, team.admin, 'liability.csv', { query })
  expect((await journal({ from: '2026-02-01', to: '2026-03-01' })).codes).toEqual(['out_of_range'])
  expect((await journal({})).status).toBe(200)
  expect(await listAuditDetails(t, team, 'export.liability')).toMatchObject([
    { details: { from: '2026-02-01', to: '2026-02-28' } },
  ])
})

test('accounts have names in the language until the team chooses them', async () => {
  const { body: names } = await callAs(t, team.admin, 'liability.accounts', {})
  expect(names).toMatchObject({ liability: 'Liability for points', cost_center: '' })
  await callAs(t, team.admin, 'liability.set_accounts', { body: makeAccounts() })
  await callAs(t, team.admin, 'liability.set_accounts', {
    body: { ...makeAccounts(), cost_center: '' },
  })
  expect((await callAs(t, team.admin, 'liability.accounts', {})).body).toEqual({
    ...makeAccounts(),
    cost_center: '',
  })
  for (const [expense, code] of [
    ['', 'required'],
    ['x'.repeat(81), 'out_of_range'],
    ['a\nb', 'invisible_characters'],
  ])
    expect(
      (
        await callAs(t, team.admin, 'liability.set_accounts', {
          body: { ...makeAccounts(), expense },
        })
      ).codes,
    ).toEqual([code])
})

test('a purchase that was taken back is a line and the reverse of its redemption', async () => {
  const bob = await makeMember(t, team.workspace_id)
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2026-03-01' })
  await addBalance(t, bob, 100)
  const id = await redeemReward(t, team, bob, 40)
  await callAs(t, team.admin, 'rewards.fulfil', { params: { id }, body: {} })
  setTime('2026-04-10T12:00:00Z')
  await storeDays(t, team)
  const body = { reason: 'It never arrived' }
  await callAs(t, team.admin, 'rewards.decline', { params: { id }, body })
  setTime('2026-04-12T12:00:00Z')
  for (const isStored of [false, true]) {
    if (isStored) await storeDays(t, team)
    const march = await readChanges({ from: '2026-03-01', to: '2026-03-31' })
    const april = await readChanges({ from: '2026-04-01', to: '2026-04-11' })
    const lineOf = ({ lines }: typeof march, kind: string) =>
      lines.find((line) => line.kind === kind)
    expect([march.closing.points, april.closing.points]).toEqual([60, 100])
    expect([lineOf(march, 'redemptions'), lineOf(march, 'returns')]).toMatchObject([
      { points: -40, money: [{ currency: 'EUR', minor: -400 }] },
      { points: 0, money: [] },
    ])
    expect([lineOf(april, 'redemptions'), lineOf(april, 'returns')]).toMatchObject([
      { points: 0, money: [] },
      { points: 40, money: [{ currency: 'EUR', minor: 400 }] },
    ])
  }
  const [, ...rows] = await readJournal({ from: '2026-04-01', to: '2026-04-11' })
  expect(rows).toEqual([
    ['2026-04-11', 'Redemptions', '', '4.00', '', 'EUR', 'LAUREL-2026-04-11-returns-EUR'],
    ['2026-04-11', 'Liability for points', '', '', '4.00', 'EUR', 'LAUREL-2026-04-11-returns-EUR'],
  ])
})
