import { beforeEach, expect, test } from 'vitest'
import { deletePayrollLines } from '#server/modules/retention/payroll-queries.ts'
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

test('a line names a person without a name by the address', async () => {
  const kim = await makeMember(t, team.workspace_id, {
    first_name: '',
    last_name: '',
    email: 'kim.berg@example.test',
  })
  await addBalance(t, kim, 10)
  await buyAndFulfil(t, team, kim, 10)
  expect((await loadDraft(t, team, january)).first_lines).toMatchObject([{ name: 'kim.berg' }])
})

test('lines of an erased person keep the employee number alone', async () => {
  await buyAndFulfil(t, team, buyer, 10)
  goTo('2026-02-02')
  const { body: run } = await lockDraft(t, team, january)
  await buyAndFulfil(t, team, buyer, 20)
  await t.call('users.delete', { token, params: { id: buyer.user_id } })
  const { body } = await t.call('payroll_runs.lines', { token, params: { id: run.id } })
  const expected = { employee_number: 'E-7', name: '', country: 'DE', cost_center: 'R&D' }
  expect(body.items).toMatchObject([expected])
  expect((await loadDraft(t, team)).first_lines).toMatchObject([expected])
})

test('a purchase fulfilled after the erasure of its buyer keeps the number', async () => {
  const reward = await t.call('rewards.create', {
    token,
    body: { title: 'Trip', price: 100, reward_type: 'team' },
  })
  const purchase = await t.call('shop.redeem', {
    token: buyer.token,
    params: { id: reward.body.id },
    body: { amount: 100 },
  })
  await t.call('users.delete', { token, params: { id: buyer.user_id } })
  await t.call('rewards.fulfil', { token, params: { id: purchase.body.id }, body: {} })
  expect((await loadDraft(t, team, january)).first_lines).toMatchObject([
    { employee_number: 'E-7', name: '', country: 'DE', cost_center: 'R&D' },
  ])
})

test('lines of erased people are deleted after the years of the settings', async () => {
  await buyAndFulfil(t, team, buyer, 10)
  await addBalance(t, team.admin, 10)
  await buyAndFulfil(t, team, team.admin, 10)
  goTo('2026-02-02')
  await t.call('payroll_runs.set_settings', { token, body: payrollSettingsInput })
  await lockDraft(t, team, january)
  await t.call('users.delete', { token, params: { id: buyer.user_id } })
  const countLines = () =>
    t.services.db.tenant(team.workspace_id, async (trx) => {
      const rows = await trx.selectFrom('payroll_lines').select('user_id').execute()
      return rows.length
    })
  const deleteAt = (day: string) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      deletePayrollLines(trx, team.workspace_id, new Date(`${day}T12:00:00Z`)),
    )
  await deleteAt('2033-01-10')
  expect(await countLines()).toBe(2)
  await deleteAt('2033-01-11')
  expect(await countLines()).toBe(1)
  // The purchase of a deleted line is in no later draft.
  expect((await loadDraft(t, team)).lines).toBe(0)
})

test('a rule without tax is named apart from a missing rule', async () => {
  await buyAndFulfil(t, team, buyer, 10)
  const readOwn = async () =>
    (await t.call('shop.payroll_lines', { token: buyer.token })).body.map((line) => line.borne_by)
  await makeTaxRule(t, team.admin, { country: 'FR' })
  expect(await readOwn()).toEqual([null])
  await makeTaxRule(t, team.admin, { taxable: false })
  expect(await readOwn()).toEqual(['employee'])
})

test('people see the newest of their lines first, in a run or not', async () => {
  await makeTaxRule(t, team.admin)
  await buyAndFulfil(t, team, buyer, 10)
  goTo('2026-01-20')
  await buyAndFulfil(t, team, buyer, 20)
  goTo('2026-02-02')
  await lockDraft(t, team, { from: '2026-01-15', to: '2026-01-31' })
  await buyAndFulfil(t, team, buyer, 30)
  const { body } = await t.call('shop.payroll_lines', { token: buyer.token })
  expect(body.map(({ day, run }) => [day, run])).toEqual([
    ['2026-02-02', null],
    ['2026-01-20', 1],
    ['2026-01-10', null],
  ])
})

test('people see their own lines only, in a run or not', async () => {
  const own = async ({ token: ownToken }: Member) =>
    (await t.call('shop.payroll_lines', { token: ownToken })).body
  const other = await makeMember(t, team.workspace_id)
  await buyAndFulfil(t, team, buyer, 10)
  expect(await own(buyer)).toEqual([])
  goTo('2026-02-02')
  await lockDraft(t, team, january)
  await buyAndFulfil(t, team, buyer, 20)
  expect(await own(buyer)).toMatchObject([
    { title: 'Voucher', day: '2026-02-02', value: { currency: 'EUR', minor: 200 }, run: null },
    { title: 'Voucher', day: '2026-01-10', value: { minor: 100 }, run: 1 },
  ])
  expect(await own(other)).toEqual([])
})
