import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { OauthInteraction } from '#contract/schemas/oauth.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { callsTo, findDialog, refuse, renderApp } from '#tests/support/render.tsx'
import { makePresence } from '#tests/support/web-data.ts'

const request: OauthInteraction = {
  client: {
    id: 'https://assistant.example/client.json',
    name: 'Assistant',
    website: 'https://assistant.example',
  },
  returns_to: 'assistant.example',
  audience: 'mcp',
  scopes: ['posts:read', 'posts:write'],
  allowed: true,
}
const renderRequest = (fields: Partial<OauthInteraction> = {}, api: Handlers = {}) =>
  renderApp(`/connect/${'u'.repeat(43)}`, {
    api: {
      'oauth.interaction': () => ({ ...request, ...fields }),
      'oauth.approve': () => ({ url: 'https://laurel.example/oauth/authorize/next' }),
      'oauth.deny': () => ({ url: 'https://laurel.example/oauth/authorize/next' }),
      ...api,
    },
  })
const spyOnAssign = () => vi.spyOn(location, 'assign').mockReturnValue()

test('a person leaves out a right and goes back to the application', async () => {
  const assign = spyOnAssign()
  const { user } = await renderRequest()
  await screen.findByRole('heading', { name: 'Connect Assistant?' })
  await user.click(screen.getByLabelText('Give points, comment and react as you'))
  await user.click(screen.getByLabelText(/^Read private posts/))
  await user.click(screen.getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith(expect.stringContaining('/next')))
  expect(callsTo('oauth.approve').at(-1)?.body).toEqual({
    scopes: ['posts:read'],
    reads_private: true,
  })
})

test('closing the proof of presence shows no error', async () => {
  const { user } = await renderRequest(
    {},
    {
      'oauth.approve': () => refuse('presence_required'),
      'presence.get': () => makePresence(),
      'presence.send_code': () => ({ sig: 'signature' }),
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Connect' }))
  const proving = await findDialog('Confirm it’s you')
  await user.click(await proving.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const connect = screen.getByRole('button', { name: 'Connect' })
  await waitFor(() => expect(connect.dataset['loading']).toBeUndefined())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('private posts cannot be read without posts', async () => {
  const { user } = await renderRequest()
  await user.click(await screen.findByLabelText(/^Read private posts/))
  await user.click(screen.getByLabelText('Read posts, comments and values'))
  const box = screen.getByLabelText<HTMLInputElement>(/^Read private posts/)
  expect([box.disabled, box.checked]).toEqual([true, false])
  await user.click(screen.getByLabelText('Give points, comment and react as you'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Connect' }).disabled).toBe(true)
})

test('an application that the team does not allow can only be refused', async () => {
  const assign = spyOnAssign()
  const { user } = await renderRequest({ allowed: false })
  await screen.findByText(/Your team doesn’t allow this application/)
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Don’t connect' }))
  await waitFor(() => expect(assign).toHaveBeenCalled())
})

test('a request that is over says so', async () => {
  await renderRequest({}, { 'oauth.interaction': () => refuse('not_found') })
  await screen.findByRole('heading', { name: 'This request is over' })
})
