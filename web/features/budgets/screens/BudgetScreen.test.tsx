import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeBudget } from '#tests/support/budget-data.ts'
import { findDialog, renderApp } from '#tests/support/render.tsx'
import { makeConfig } from '#tests/support/web-data.ts'

test('a dialog of a budget closes when the browser goes back to another', async () => {
  const [support, sales] = [makeBudget(), makeBudget({ name: 'Sales' })]
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
  await act(async () => router.history.back())
  await screen.findByRole('heading', { name: 'Support', level: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
})
