import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OauthPolicyView } from '#contract/schemas/oauth.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { callsTo, renderApp, serve } from '#tests/support/render.tsx'
import { exampleTime } from '#tests/support/web-data.ts'

const address = 'https://assistant.example/client.json'
const renderPolicy = (fields: Partial<OauthPolicyView> = {}) => {
  let current: OauthPolicyView = {
    access: 'all',
    client_ids: [],
    clients: [{ client_id: address, name: 'Assistant', people: 3, last_used_at: exampleTime }],
    ...fields,
  }
  return renderApp('/settings/applications', {
    api: {
      'oauth.policy': () => current,
      'oauth.set_policy': ({ body }) => (current = { ...current, ...body }),
    },
  })
}

test('an administrator allows listed applications, one address in a line', async () => {
  const { user, fill } = await renderPolicy()
  await screen.findByText('3 people', { exact: false })
  await user.click(screen.getByLabelText('Only these applications'))
  await fill(screen.getByLabelText('Addresses of the applications'), ` ${address}\n\n${address}`)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsTo('oauth.set_policy').at(-1)?.body).toEqual({
      access: 'listed',
      client_ids: [address],
    }),
  )
})

test('an unfinished list of addresses does not block another choice', async () => {
  const { user, fill } = await renderPolicy({ client_ids: [address] })
  await user.click(await screen.findByLabelText('Only these applications'))
  await fill(screen.getByLabelText('Addresses of the applications'), 'assistant')
  await user.click(screen.getByLabelText('None'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect(callsTo('oauth.set_policy').at(-1)?.body).toEqual({
    access: 'off',
    client_ids: [address],
  })
})

test('a changed choice keeps the addresses that a colleague has added', async () => {
  const { user, client } = await renderPolicy({ access: 'listed' })
  const addresses = await screen.findByLabelText('Addresses of the applications')
  serve({
    'oauth.policy': () => ({ access: 'listed' as const, client_ids: [address], clients: [] }),
  })
  await act(() => client.refetchQueries({ queryKey: queryKey('oauth_policy') }))
  await waitFor(() => expect(addresses).toHaveProperty('value', address))
  await user.click(screen.getByLabelText('None'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsTo('oauth.set_policy').at(-1)?.body).toEqual({
      access: 'off',
      client_ids: [address],
    }),
  )
})

test('a team without applications reads how it will look', async () => {
  await renderPolicy({ clients: [] })
  await screen.findByText('Nobody in your team has connected an application yet.')
})
