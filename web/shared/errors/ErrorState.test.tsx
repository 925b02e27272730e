import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { renderApp } from '#tests/support/render.tsx'
import { makeValue } from '#tests/support/web-data.ts'
import { queryKey } from '#web/shared/query-keys.ts'

test('a screen that fails to render offers a retry', async () => {
  // React and the router report the error of the screen.
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
  const { user, client } = await renderApp('/settings/values', {
    api: { 'values.list': () => [makeValue()], 'values.suggestions': () => [] },
  })
  await screen.findByRole('heading', { name: 'Values', level: 1 })
  act(() => {
    client.setQueryData(queryKey('values', 'list'), { no: 'list' })
  })
  await screen.findByText('Something went wrong :(')
  expect(screen.queryByRole('heading', { name: 'Values', level: 1 })).toBeNull()
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Values', level: 1 })
  await screen.findByText('1 of 10')
})
