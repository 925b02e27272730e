import { beforeEach, expect, test } from 'vitest'
import {
  addBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { makeGrace } from '#tests/support/make-grace.ts'
import { buyAndFulfil, lockDraft } from '#tests/support/payroll.ts'
import { setWorth } from '#tests/support/point-worths.ts'
import { makeTaxExample, makeTaxRule } from '#tests/support/tax-rules.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let member: Member
let rewardId: string
beforeEach(async () => {
  t.clock.set(new Date('2026-12-20T12:00:00Z'))
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
  const { token } = team.admin
  await addBalance(t, { ...team.admin, user_id: member.user_id }, 1_000)
  await t.call('users.update', {
    token,
    params: { id: member.user_id },
    body: { organization: { country: 'DE' } },
  })
  const body = { title: 'Hat', price: 300, category: 'goods_and_experiences' as const }
  rewardId = (await t.call('rewards.create', { token, body })).body.id
})

const goTo = (day: string) => t.clock.set(new Date(`${day}T12:00:00Z`))
const loadNote = async (language = 'en') => {
  const { body } = await t.call('shop.tax_note', {
    token: member.token,
    params: { id: rewardId },
    headers: { 'accept-language': language },
  })
  return body.note
}

test('a member reads the taxable part and its estimate before redeeming', async () => {
  await setWorth(t, team.admin, { currency: 'EUR', minor: 1_000 })
  await makeTaxRule(t, team.admin, {
    tax_rate: '0.3',
    messages: { en: 'Above 50 euros.', ru: 'Свыше 50 евро.' },
  })
  expect(await loadNote()).toEqual({
    message: 'Above 50 euros.',
    borne_by: 'employee',
    value: { currency: 'EUR', minor: 3_000 },
    taxable: { currency: 'EUR', minor: 0 },
    estimate: { currency: 'EUR', minor: 0 },
  })
  await buyAndFulfil(t, team, member, 300)
  const taxed = { taxable: { minor: 1_000 }, estimate: { minor: 300 } }
  expect(await loadNote()).toMatchObject(taxed)
  goTo('2026-12-22')
  await lockDraft(t, team, { from: '2026-12-20', to: '2026-12-21' })
  expect(await loadNote()).toMatchObject(taxed)
  goTo('2027-01-02')
  expect(await loadNote()).toMatchObject({ taxable: { minor: 0 } })
})

test('without a confirmed rule that taxes the reward there is no note', async () => {
  expect(await loadNote()).toBe(null)
  await makeTaxExample(t, team.admin)
  await makeTaxRule(t, team.admin, { taxable: false })
  await makeTaxRule(t, team.admin, { country: 'FR' })
  expect(await loadNote()).toBe(null)
})

test('without a worth of points and without a rate there are no amounts', async () => {
  await makeTaxRule(t, team.admin)
  expect(await loadNote()).toMatchObject({ value: null, taxable: null, estimate: null })
  await setWorth(t, team.admin, { currency: 'EUR', minor: 1_000 })
  expect(await loadNote()).toMatchObject({ taxable: { minor: 0 }, estimate: null })
})

test('a leaver reads the note with the link', async () => {
  await setWorth(t, team.admin, { currency: 'EUR', minor: 1_000 })
  await makeTaxRule(t, team.admin, { country: null, period_limit_minor: null })
  const grace = await makeGrace(t, team.workspace_id)
  const load = (token: string) =>
    t.call('leavers.tax_note', { body: { token, reward_id: rewardId } })
  expect((await load(grace.token)).body.note).toMatchObject({
    message: 'Payroll adds what is above 50 euros to your wage.',
    taxable: { currency: 'EUR', minor: 3_000 },
  })
  expect((await load('x'.repeat(54))).codes).toEqual(['leaver_link_invalid'])
})
