import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PointExpiry } from '#contract/schemas/point-expiry.ts'
import { callsTo, findDialog, renderApp, serve } from '#tests/support/render.tsx'
import { makeEmptyDraft } from '#tests/support/payroll-data.ts'
import { makeLiability } from '#tests/support/liability-data.ts'

const render = (expiry: PointExpiry) =>
  renderApp('/settings/finance', {
    api: {
      'payroll_runs.draft': () => makeEmptyDraft(),
      'plans.list': () => [],
      'liability.get': () => makeLiability(),
      'point_expiry.get': () => expiry,
      'point_worths.list': () => [],
      'point_worths.policy': () => ({ shown_to_members: false, announced: false }),
      'price_factors.list': () => [],
      'tax_rules.list': () => [],
      'yearly_budget.get': () => null,
    },
  })
const openDialog = async (user: Awaited<ReturnType<typeof render>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Change Expiry of points' }))
  return findDialog('Expiry of points')
}

test('points never expire, and the page says why', async () => {
  const { user } = await render({ months: null, first_day: null })
  await screen.findByText(/^Points don’t expire. We recommend/)
  const dialog = await openDialog(user)
  await user.selectOptions(dialog.getByLabelText('Points expire'), '24')
  dialog.getByText(/90, 30 and 7 days before/)
  serve({
    'point_expiry.set': () => ({ months: 24, first_day: '2099-04-30' }),
    'point_expiry.get': () => ({ months: 24, first_day: '2099-04-30' }),
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText(/24 months after people received them.*before Apr 30, 2099/)
  expect(callsTo('point_expiry.set')[0]?.body).toEqual({ months: 24 })
})

test('an expiry is given up', async () => {
  const { user } = await render({ months: 13, first_day: '2099-04-30' })
  const dialog = await openDialog(user)
  serve({
    'point_expiry.set': () => ({ months: null, first_day: null }),
    'point_expiry.get': () => ({ months: null, first_day: null }),
  })
  await user.selectOptions(dialog.getByLabelText('Points expire'), 'Never (recommended)')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^Points don’t expire/)
  expect(callsTo('point_expiry.set')[0]?.body).toEqual({ months: null })
})

test('saving an expiry does not load the page again', async () => {
  const { user } = await render({ months: 24, first_day: '2099-04-30' })
  const dialog = await openDialog(user)
  serve({ 'point_expiry.set': () => ({ months: 24, first_day: '2099-04-30' }) })
  const isPrevented = new Promise<boolean>((resolve) => {
    document.addEventListener('submit', (event) => resolve(event.defaultPrevented), { once: true })
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await isPrevented).toBe(true)
})

test('only a new or shorter expiry promises 90 days without one', async () => {
  const { user } = await render({ months: 24, first_day: '2026-04-30' })
  const dialog = await openDialog(user)
  const choice = dialog.getByLabelText('Points expire')
  const promise = /nothing expires in the next 90 days/
  dialog.getByText(/90, 30 and 7 days before/)
  expect(dialog.queryByText(promise)).toBeNull()
  await user.selectOptions(choice, '36')
  dialog.getByText(/90, 30 and 7 days before/)
  expect(dialog.queryByText(promise)).toBeNull()
  await user.selectOptions(choice, '12')
  dialog.getByText(promise)
})
