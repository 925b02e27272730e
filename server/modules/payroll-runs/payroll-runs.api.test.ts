import { beforeEach, expect, test } from 'vitest'
import { addBalance, makeMember, type Member, type Team } from '#tests/support/factories.ts'
import {
  buyAndFulfil,
  loadDraft,
  lockDraft,
  makePayrollTeam,
  payrollSettingsInput,
} from '#tests/support/payroll.ts'
import { makeTaxRule } from '#tests/support/tax-rules.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'
import { hashLines } from './summarize.ts'

const t = setupTestApp()
let team: Team
let token: string
let buyer: Member
beforeEach(async () => {
  t.clock.set(new Date('2026-01-10T12:00:00Z'))
  ;({ team, buyer } = await makePayrollTeam(t))
  ;({ token } = team.admin)
})

const goTo = (day: string) => t.clock.set(new Date(`${day}T12:00:00Z`))
const january = { from: '2026-01-01', to: '2026-01-31' }
/** Takes a fulfilled purchase back. */
const takeBack = (id: string) =>
  t.call('rewards.decline', { token, params: { id }, body: { reason: 'It never arrived' } })

test('a draft has the purchases of a month, with the limit of a year used up in order', async () => {
  await makeTaxRule(t, team.admin)
  await buyAndFulfil(t, team, buyer, 300)
  goTo('2026-01-20')
  const second = await buyAndFulfil(t, team, buyer, 300)
  goTo('2026-02-02')
  await buyAndFulfil(t, team, buyer, 50)
  const draft = await loadDraft(t, team)
  expect(draft).toMatchObject({
    ...january,
    country: null,
    ended: true,
    lines: 2,
    people: 1,
    without_rule: 0,
    without_worth: 0,
    without_number: 0,
    totals: [{ currency: 'EUR', value_minor: 6_000, taxable_minor: 1_000, gross_up_minor: 0 }],
  })
  expect(draft.first_lines[1]).toEqual({
    user_id: buyer.user_id,
    purchase_id: second,
    employee_number: 'E-7',
    name: expect.any(String) as string,
    country: 'DE',
    cost_center: 'R&D',
    day: '2026-01-20',
    category: 'goods_and_experiences',
    points: 300,
    currency: 'EUR',
    value_minor: 3_000,
    taxable_minor: 1_000,
    gross_up_minor: 0,
    borne_by: 'employee',
    correction: false,
    late: false,
  })
})

test('a locked run keeps its lines, and the next run begins after it', async () => {
  await makeTaxRule(t, team.admin)
  await buyAndFulfil(t, team, buyer, 300)
  goTo('2026-02-02')
  const { body: run, status } = await lockDraft(t, team, january)
  expect(status).toBe(200)
  expect(run).toMatchObject({ number: 1, ...january, lines: 1, people: 1 })
  await buyAndFulfil(t, team, buyer, 300)
  await makeTaxRule(t, team.admin, { country: null, period_limit_minor: 1 })
  const { body: lines } = await t.call('payroll_runs.lines', { token, params: { id: run.id } })
  expect(lines.items).toMatchObject([{ value_minor: 3_000, taxable_minor: 0 }])
  const next = await loadDraft(t, team)
  // The limit goes on where the run has left it.
  expect(next).toMatchObject({
    from: '2026-02-01',
    to: '2026-02-28',
    ended: false,
    lines: 1,
    totals: [{ value_minor: 3_000, taxable_minor: 1_000 }],
  })
  expect((await t.call('payroll_runs.list', { token })).body.items).toEqual([run])
  expect(await listAuditDetails(t, team, 'payroll_run.lock')).toMatchObject([
    { details: { number: 1, lines: 1 } },
  ])
})

test('the hash of a run is that of its stored lines', async () => {
  await buyAndFulfil(t, team, buyer, 300)
  goTo('2026-02-02')
  const { body: run } = await lockDraft(t, team, january)
  const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('payroll_lines').selectAll().orderBy('position').execute(),
  )
  expect(hashLines({ ...january, country: null }, rows)).toBe(run.hash)
})

test('a purchase that is taken back after the lock is a negative line of the next run', async () => {
  await makeTaxRule(t, team.admin)
  const first = await buyAndFulfil(t, team, buyer, 300)
  await buyAndFulfil(t, team, buyer, 300)
  goTo('2026-02-02')
  await lockDraft(t, team, january)
  await takeBack(first)
  goTo('2026-02-05')
  const february = { from: '2026-02-01', to: '2026-02-04' }
  const { first_lines: lines } = await loadDraft(t, team, february)
  expect(lines).toMatchObject([
    {
      purchase_id: first,
      day: '2026-02-02',
      correction: true,
      points: -300,
      value_minor: -3_000,
      // The second purchase does not exceed the limit any more.
      taxable_minor: -1_000,
    },
  ])
  expect((await lockDraft(t, team, february)).status).toBe(200)
  expect(await loadDraft(t, team, { ...january, to: '2026-02-28' })).toMatchObject({ lines: 0 })
})

test('a purchase that is taken back before the lock is in no run', async () => {
  await takeBack(await buyAndFulfil(t, team, buyer, 300))
  expect(await loadDraft(t, team, january)).toMatchObject({ lines: 0 })
})

test('a run takes late purchases of earlier days, but none from before the first run', async () => {
  await buyAndFulfil(t, team, buyer, 10)
  goTo('2026-01-14')
  await buyAndFulfil(t, team, buyer, 20)
  goTo('2026-01-18')
  await buyAndFulfil(t, team, buyer, 30)
  goTo('2026-01-25')
  const range = (from: string, to: string) => ({ from: `2026-01-${from}`, to: `2026-01-${to}` })
  await buyAndFulfil(t, team, buyer, 40)
  expect(await loadDraft(t, team, range('18', '20'))).toMatchObject({ lines: 1, late: 0 })
  expect(await loadDraft(t, team, range('19', '30'))).toMatchObject({ lines: 1, late: 0 })
  await lockDraft(t, team, range('13', '15'))
  expect(await loadDraft(t, team, range('19', '30'))).toMatchObject({ lines: 2, late: 1 })
  expect(await loadDraft(t, team, range('01', '31'))).toMatchObject({ lines: 3, late: 0 })
})

test('a run of a country leaves people of other countries to other runs', async () => {
  await buyAndFulfil(t, team, buyer, 100)
  const other = await makeMember(t, team.workspace_id)
  await addBalance(t, { ...team.admin, user_id: other.user_id }, 100)
  await buyAndFulfil(t, team, other, 50)
  goTo('2026-02-02')
  expect((await lockDraft(t, team, { ...january, country: 'DE' })).body).toMatchObject({
    country: 'DE',
    lines: 1,
  })
  expect(await loadDraft(t, team, january)).toMatchObject({ lines: 1, without_number: 1 })
})

test('the company bears the tax with a gross-up, also of a gift', async () => {
  await makeTaxRule(t, team.admin, {
    period_limit_minor: null,
    borne_by: 'company',
    tax_rate: '0.2',
  })
  await buyAndFulfil(t, team, buyer, 100)
  expect(await loadDraft(t, team, january)).toMatchObject({
    totals: [{ value_minor: 1_000, taxable_minor: 1_000, gross_up_minor: 250 }],
  })
})

test('a team reward splits to the cent by contribution, with the part of the company', async () => {
  const people = [buyer]
  for (let n = 0; n < 2; n += 1) {
    const member = await makeMember(t, team.workspace_id)
    await addBalance(t, { ...team.admin, user_id: member.user_id }, 100)
    people.push(member)
  }
  const body = { title: 'Trip', price: 100, reward_type: 'team' as const }
  const { body: reward } = await t.call('rewards.create', { token, body })
  const params = { id: reward.id }
  let purchase = ''
  for (const [index, person] of people.entries()) {
    const contributed = await t.call('shop.redeem', {
      token: person.token,
      params,
      body: { amount: [10, 7, 3][index] ?? 0 },
    })
    purchase = contributed.body.id
  }
  const decide = (force: boolean) =>
    t.call('rewards.fulfil', { token, params: { id: purchase }, body: { force } })
  expect((await decide(true)).status).toBe(200)
  expect((await decide(false)).status).toBe(200)
  const { first_lines: lines, totals } = await loadDraft(t, team, january)
  const shares = new Map(lines.map((line) => [line.points, line.value_minor]))
  expect(shares).toEqual(
    new Map([
      [10, 500],
      [7, 350],
      [3, 150],
    ]),
  )
  expect(totals).toMatchObject([{ value_minor: 1_000 }])
})

test('bad ranges and stale drafts lock nothing', async () => {
  await buyAndFulfil(t, team, buyer, 10)
  const draft = await loadDraft(t, team, january)
  const lock = async (fields: object) => {
    const body = { ...january, country: null, hash: draft.hash, ...fields }
    return (await t.call('payroll_runs.lock', { token, body })).codes
  }
  expect(await lock({})).toEqual(['payroll_not_over'])
  goTo('2026-02-01')
  expect(await lock({ hash: 'a'.repeat(64) })).toEqual(['payroll_changed'])
  expect(await lock({ from: '2026-02-01' })).toEqual(['out_of_range'])
  expect(await lock({ from: '2024-01-01' })).toEqual(['out_of_range'])
  expect(await lock({ from: '2025-01-01', to: '2025-12-31' })).toEqual(['payroll_empty'])
  expect(await lock({ country: 'XX' })).toEqual(['wrong_format'])
  expect((await t.call('payroll_runs.list', { token })).body.items).toEqual([])
  expect(await lock({})).toEqual([])
})

test('the file has the columns and formats of the team', async () => {
  await t.call('users.update', {
    token,
    params: { id: buyer.user_id },
    body: { first_name: '=2+3', last_name: 'Ada' },
  })
  await makeTaxRule(t, team.admin, { period_limit_minor: null })
  await buyAndFulfil(t, team, buyer, 105)
  goTo('2026-02-02')
  await t.call('payroll_runs.set_settings', { token, body: payrollSettingsInput })
  const { body: run } = await lockDraft(t, team, january)
  const file = await t.call('payroll_runs.csv', { token, params: { id: run.id } })
  expect(file.body).toBe("Code;Number;Name;Day;Amount\r\nRWD;E-7;'=2+3 Ada;10.01.2026;10,50\r\n")
  const draft = await t.call('payroll_runs.draft_csv', {
    token,
    query: { from: '2025-12-01', to: '2025-12-31' },
  })
  expect(draft.body).toBe('Code;Number;Name;Day;Amount\r\n')
  const adp = { ...payrollSettingsInput, template: 'adp' as const }
  const saved = await t.call('payroll_runs.set_settings', { token, body: adp })
  expect(saved.body).toMatchObject({ template: 'adp', separator: ',', keep_years: 7 })
  expect((await t.call('payroll_runs.settings', { token })).body).toEqual(saved.body)
})

test('a locked run cannot be changed by the server', async () => {
  await buyAndFulfil(t, team, buyer, 10)
  goTo('2026-02-02')
  await lockDraft(t, team, january)
  const change = (column: 'taxable_minor' | 'points') =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .updateTable('payroll_lines')
        .set({ [column]: 1 })
        .execute(),
    )
  await expect(change('taxable_minor')).rejects.toThrow('permission denied')
  await expect(change('points')).rejects.toThrow('permission denied')
})
