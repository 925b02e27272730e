import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { makeTaxRule, taxRuleInput } from '#tests/support/tax-rules.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listAuditDetails } from '#tests/support/user-changes.ts'

const t = setupTestApp()
let team: Team
let token: string
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  team = await makeTeam(t)
  ;({ token } = team.admin)
})

const list = async () => (await t.call('tax_rules.list', { token })).body
const create = (fields: object) =>
  t.call('tax_rules.create', { token, body: { ...taxRuleInput, ...fields } })

test('a rule is added, changed and deleted', async () => {
  const { body: rule } = await create({ tax_rate: '0.2500' })
  expect(rule).toMatchObject({
    ...taxRuleInput,
    tax_rate: '0.25',
    confirmed_at: '2026-06-15T12:00:00.000Z',
    confirmed_by: { id: team.admin.user_id },
  })
  expect(await list()).toEqual([rule])
  const params = { id: rule.id }
  const changed = { ...taxRuleInput, period: 'month' as const, messages: { en: 'Hi', ru: '' } }
  const { body } = await t.call('tax_rules.update', { token, params, body: changed })
  expect(body).toEqual({ ...rule, ...changed, messages: { en: 'Hi' }, tax_rate: null })
  expect((await t.call('tax_rules.delete', { token, params })).status).toBe(204)
  expect(await list()).toEqual([])
  expect((await t.call('tax_rules.update', { token, params, body: changed })).status).toBe(404)
  expect(await listAuditDetails(t, team, 'tax_rule.update')).toMatchObject([
    { details: { country: 'DE' } },
  ])
})

test('rules of a country do not overlap', async () => {
  await create({ valid_from: '2026-01-01', valid_to: '2026-06-30' })
  const codes = async (fields: object) => (await create(fields)).codes
  expect(await codes({ valid_from: '2026-06-30' })).toEqual(['tax_rule_overlap'])
  expect(await codes({ valid_from: '2025-01-01', valid_to: '2026-01-01' })).toEqual([
    'tax_rule_overlap',
  ])
  expect(await codes({ valid_from: '2026-07-01' })).toEqual([])
  expect(await codes({ country: 'AT' })).toEqual([])
  expect(await codes({ country: null })).toEqual([])
  expect(await codes({ categories: ['charity'] })).toEqual([])
  const [first] = (await list()).filter((rule) => rule.valid_to !== null)
  const params = { id: first?.id ?? '' }
  const update = (fields: object) =>
    t.call('tax_rules.update', { token, params, body: { ...taxRuleInput, ...fields } })
  expect((await update({ valid_to: '2026-07-01' })).codes).toEqual(['tax_rule_overlap'])
  expect((await update({ valid_to: '2026-06-29' })).status).toBe(200)
})

test('an example counts only after it is confirmed', async () => {
  const { body } = await t.call('tax_rules.add_examples', { token, body: { country: 'DE' } })
  expect(body).toMatchObject([
    { country: 'DE', period: 'month', period_limit_minor: 5_000, confirmed_at: null },
  ])
  const params = { id: body[0]?.id ?? '' }
  const other = await makeTaxRule(t, team.admin)
  expect((await t.call('tax_rules.confirm', { token, params })).codes).toEqual(['tax_rule_overlap'])
  await t.call('tax_rules.delete', { token, params: { id: other } })
  const confirmed = await t.call('tax_rules.confirm', { token, params })
  expect(confirmed.body).toMatchObject({ confirmed_by: { id: team.admin.user_id } })
  expect((await create({})).codes).toEqual(['tax_rule_overlap'])
  for (const country of ['GB', 'US'] as const)
    expect((await t.call('tax_rules.add_examples', { token, body: { country } })).status).toBe(200)
  expect(await list()).toHaveLength(4)
})

test('a team has a bounded number of rules', async () => {
  for (let n = 0; n < limits.tax_rules_max; n += 1) {
    const day = `${2027 + n}-01-01`
    await makeTaxRule(t, team.admin, { valid_from: day, valid_to: day })
  }
  expect((await create({})).errors).toMatchObject([
    { code: 'tax_rules_full', params: { finish: limits.tax_rules_max } },
  ])
})

test.each([
  [{ country: 'XX' }, 'wrong_format'],
  [{ categories: [] }, 'required'],
  [{ categories: ['cars'] }, 'wrong_format'],
  [{ period_limit_minor: -1 }, 'out_of_range'],
  [{ item_limit_minor: 1.5 }, 'wrong_format'],
  [{ tax_rate: '1.2' }, 'wrong_format'],
  [{ tax_rate: '0.0' }, 'wrong_format'],
  [{ year_start: '01-01' }, 'wrong_format'],
  [{ valid_to: '2025-12-31' }, 'tax_rule_days'],
  [{ borne_by: 'company' }, 'tax_rate_required'],
  [{ messages: { fr: 'Bonjour' } }, 'wrong_format'],
  [{ messages: { en: 'x'.repeat(501) } }, 'out_of_range'],
])('%j is refused', async (fields, code) => {
  expect((await create(fields)).codes).toEqual([code])
})
