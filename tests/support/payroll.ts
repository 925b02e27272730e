import type { PayrollRunInput, PayrollSettings } from '#contract/schemas/payroll.ts'
import { insertRun } from '#server/modules/payroll-runs/queries.ts'
import { newId } from '#server/platform/ids.ts'
import { addBalance, makeMember, makeTeam, type Member, type Team } from './factories.ts'
import { setWorth } from './point-worths.ts'
import type { TestApp } from './test-app.ts'

export const payrollSettingsInput: PayrollSettings = {
  template: 'custom',
  columns: [
    { field: 'constant', title: 'Code', text: 'RWD' },
    { field: 'employee_number', title: 'Number', text: '' },
    { field: 'name', title: 'Name', text: '' },
    { field: 'day', title: 'Day', text: '' },
    { field: 'taxable', title: 'Amount', text: '' },
  ],
  separator: ';',
  decimal_mark: ',',
  day_format: 'dmy',
  keep_years: 7,
}

/** A locked run of January 2020 without lines. */
export const runRow = {
  number: 1,
  country: null,
  from_day: '2020-01-01',
  to_day: '2020-01-31',
  timezone: 'UTC',
  lines: 0,
  people: 0,
  totals: [],
  hash: '0'.repeat(64),
  locked_at: new Date('2020-02-01T12:00:00Z'),
}

/** Creates a team with a worth of points, and a member in Germany who has 1,000 points. */
export async function makePayrollTeam(t: TestApp): Promise<{ team: Team; buyer: Member }> {
  const team = await makeTeam(t)
  const { token } = team.admin
  const buyer = await makeMember(t, team.workspace_id)
  await addBalance(t, { ...team.admin, user_id: buyer.user_id }, 1_000)
  await setWorth(t, team.admin, { currency: 'EUR', minor: 1_000 })
  const organization = { country: 'DE', employee_number: 'E-7', cost_center: 'R&D' }
  await t.call('users.update', {
    token,
    params: { id: buyer.user_id },
    body: { organization },
  })
  return { team, buyer }
}

/** Stores a run without lines. Returns its id. */
export async function makePayrollRun(
  t: TestApp,
  { workspace_id: workspaceId, admin }: Pick<Team, 'workspace_id' | 'admin'>,
): Promise<string> {
  const id = newId(t.clock.now())
  await t.services.db.tenant(workspaceId, (trx) =>
    insertRun(trx, { ...runRow, workspace_id: workspaceId, id, locked_by: admin.user_id }),
  )
  return id
}

/** Redeems a new reward of a price for a member, and fulfills it now. Returns the purchase. */
export async function buyAndFulfil(
  t: TestApp,
  { admin: { token } }: Pick<Team, 'admin'>,
  buyer: Pick<Member, 'token'>,
  price: number,
): Promise<string> {
  const reward = await t.call('rewards.create', {
    token,
    body: { title: 'Voucher', price, category: 'goods_and_experiences' },
  })
  const params = { id: reward.body.id }
  const purchase = await t.call('shop.redeem', { token: buyer.token, params, body: {} })
  const fulfilled = await t.call('rewards.fulfil', {
    token,
    params: { id: purchase.body.id },
    body: {},
  })
  if (fulfilled.status !== 200) throw new Error(JSON.stringify(fulfilled.body))
  return purchase.body.id
}

/** Returns the draft of a run. */
export const loadDraft = async (
  t: TestApp,
  { admin }: Pick<Team, 'admin'>,
  query: { from?: string; to?: string; country?: string } = {},
) => (await t.call('payroll_runs.draft', { token: admin.token, query })).body

/** Locks the run of a draft. */
export async function lockDraft(
  t: TestApp,
  team: Pick<Team, 'admin'>,
  query: { from?: string; to?: string; country?: string } = {},
) {
  const { from, to, country, hash } = await loadDraft(t, team, query)
  return t.call('payroll_runs.lock', {
    token: team.admin.token,
    body: { from, to, country, hash },
  })
}

/** A valid body for each call about payroll. */
export const payrollExamples = {
  'payroll_runs.lock': (): PayrollRunInput => ({
    from: '2020-01-01',
    to: '2020-01-31',
    country: null,
    hash: '0'.repeat(64),
  }),
  'payroll_runs.set_settings': () => payrollSettingsInput,
}
