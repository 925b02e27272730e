import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeConfig } from '#tests/support/web-data.ts'
import {
  callsTo,
  findDialog,
  neverAnswer,
  pageOf,
  refuse,
  renderApp,
} from '#tests/support/render.tsx'

test('demo data that cannot be removed shows the reason', async () => {
  const { user } = await renderApp('/feed', {
    config: makeConfig({ demo_data: true }),
    api: {
      'posts.list': () => pageOf([], null),
      'people.dates': () => [],
      'leaderboards.common_topics': neverAnswer,
      'leaderboards.list': neverAnswer,
      'workspace.reset_demo_data': () => refuse('reset_failed'),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Remove demo data' }))
  const dialog = await findDialog()
  expect(callsTo('workspace.reset_demo_data')).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Remove demo data' }))
  await screen.findByText('We couldn’t reset the data')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByRole('region', { name: 'This is demo data' })
})
