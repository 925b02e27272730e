import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Plan, PlanBasis } from '#contract/schemas/plans.ts'
import { makePlanBasis, makePlanData } from '#tests/support/plan-data.ts'
import { callsTo, findDialog, renderApp, serve } from '#tests/support/render.tsx'

const render = (plans: Plan[], basis: Partial<PlanBasis> = {}) =>
  renderApp('/settings/finance/plans', {
    api: { 'plans.list': () => plans, 'plans.basis': () => makePlanBasis(basis) },
  })
/** Waits for the cost of the plan. */
const findResult = () => screen.findByRole('heading', { name: 'Cost of the year' })

test('a new plan starts from the figures of the team and follows its fields', async () => {
  const { user, fill } = await render([])
  await findResult()
  screen.getByText('€4,095')
  screen.getByText('€6,615')
  await fill(screen.getByLabelText('People'), '100')
  await screen.findByText('€7,875')
  fireEvent.change(screen.getByLabelText('Part of it that people give'), {
    target: { value: '80' },
  })
  await screen.findByText('€10,395')
  await fill(screen.getByLabelText('People'), 'many')
  await screen.findByText(/^Fill in the numbers/)
  await user.click(screen.getByRole('button', { name: 'Save the plan' }))
  expect(callsTo('plans.create')).toHaveLength(0)
  await fill(screen.getByLabelText('People'), '100')
  const saved = makePlanData({ people: 100, use_percent: 80 })
  serve({ 'plans.create': () => saved, 'plans.list': () => [saved] })
  await user.click(screen.getByRole('button', { name: 'Save the plan' }))
  await screen.findByText('Plan saved.')
  expect(callsTo('plans.create')[0]?.body).toEqual({
    name: 'Next year',
    people: 100,
    allowance: 100,
    period: 'month',
    use_percent: 80,
    celebration_points: 2_000,
    award_points: 1_000,
    bonus_points: 0,
    gift_card_percent: 50,
    currency: 'EUR',
    hundred_points_minor: 1_000,
  })
})

test('a team without limits and worth starts from usual figures', async () => {
  await render([], { allowance: null, use_percent: null, hundred_points: null })
  await findResult()
  screen.getByText(/^Fill in the numbers/)
  expect(screen.getByLabelText('Points per person')).toHaveProperty('value', '100')
})

test('a number above its limit says so at its field', async () => {
  const { user, fill } = await render([])
  await findResult()
  await fill(screen.getByLabelText('People'), '1,000,001')
  await user.click(screen.getByRole('button', { name: 'Save the plan' }))
  await screen.findByText(/1,000,000/)
  expect(screen.getByLabelText('People').getAttribute('aria-invalid')).toBe('true')
  expect(callsTo('plans.create')).toHaveLength(0)
})

test('plans are chosen, changed and deleted', async () => {
  const growth = makePlanData({
    id: '00000000-0000-7000-8000-0000000000a2',
    name: 'Growth',
    people: 90,
  })
  const { user, fill } = await render([growth, makePlanData()])
  const choice = await screen.findByLabelText('Plan')
  expect(screen.getByLabelText('People')).toHaveProperty('value', '90')
  await user.selectOptions(choice, 'Next year')
  expect(screen.getByLabelText('People')).toHaveProperty('value', '50')
  await fill(screen.getByLabelText('Name'), 'Same size')
  const changed = makePlanData({ name: 'Same size' })
  serve({ 'plans.update': () => changed, 'plans.list': () => [growth, changed] })
  await user.click(screen.getByRole('button', { name: 'Save the plan' }))
  await screen.findByRole('option', { name: 'Same size' })
  expect(callsTo('plans.update')[0]).toMatchObject({
    params: { id: changed.id },
    body: { name: 'Same size' },
  })
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  serve({ 'plans.delete': () => undefined, 'plans.list': () => [growth] })
  await user.click(
    (await findDialog('Delete “Same size”?')).getByRole('button', { name: 'Delete' }),
  )
  await screen.findByText('Plan deleted.')
  expect(screen.getByLabelText('People')).toHaveProperty('value', '90')
})

test('unsaved numbers are kept until the choice of another plan is confirmed', async () => {
  const growth = makePlanData({
    id: '00000000-0000-7000-8000-0000000000a2',
    name: 'Growth',
    people: 90,
  })
  const { user, fill } = await render([makePlanData({ people: 40 }), growth])
  await findResult()
  await fill(screen.getByLabelText('People'), '55')
  await user.selectOptions(screen.getByLabelText('Plan'), 'Growth')
  await findDialog('Leave without saving?')
  await user.keyboard('{Escape}')
  expect(screen.getByLabelText('People')).toHaveProperty('value', '55')
  await user.selectOptions(screen.getByLabelText('Plan'), 'Growth')
  const dialog = await findDialog('Leave without saving?')
  await user.click(dialog.getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.getByLabelText('People')).toHaveProperty('value', '90'))
})
