import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Budget } from '#contract/schemas/budgets.ts'
import { findDialog, renderApp } from '#tests/support/render.tsx'
import { makeConfig } from '#tests/support/web-data.ts'

const makeBudget = (number: number, name: string): Budget => ({
  id: `00000000-0000-7000-8000-00000000000${number}`,
  name,
  period: 'month',
  points: 1_000,
  carry_over_max: 0,
  left: 320,
  funded: 1_000,
  period_start: '2031-12-01T00:00:00.000Z',
  period_end: '2032-01-01T00:00:00.000Z',
  owners: [],
  givers: null,
  recipients: {
    groups: [],
    excluded_groups: [],
    managers_only: false,
    countries: [],
    tenure_months_from: null,
    tenure_months_to: null,
    people: [],
  },
  created_at: '2031-12-01T00:00:00.000Z',
  closed_at: null,
})

test('a dialog of a budget closes when the browser goes back to another', async () => {
  const [support, sales] = [makeBudget(1, 'Support'), makeBudget(2, 'Sales')]
  const { user, fill, router } = await renderApp(`/budgets/${support.id}`, {
    config: makeConfig(),
    api: {
      'budgets.list': () => [support, sales],
      'budgets.movements': () => ({ items: [], next_cursor: null }),
    },
  })
  await screen.findByRole('heading', { name: 'Support', level: 1 })
  await act(() => router.navigate({ to: '/budgets/$id', params: { id: sales.id } }))
  await user.click(await screen.findByRole('button', { name: 'More actions for Sales' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add or return points' }))
  const dialog = await findDialog('Add or return points: Sales')
  await fill(dialog.getByRole('textbox', { name: 'Points' }), '500')
  act(() => router.history.back())
  await screen.findByRole('heading', { name: 'Support', level: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
})
