import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ChatLink } from '#contract/schemas/chat.ts'
import { makeChatLink } from '#tests/support/chat-data.ts'
import { makeConfig, makePermissions } from '#tests/support/web-data.ts'
import {
  callsTo,
  findDialog,
  neverAnswer,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'

function renderAccount(...links: ChatLink[]) {
  let all = links
  return renderApp('/edit-profile', {
    config: makeConfig({ permissions: makePermissions() }),
    api: {
      'chat.links': () => all,
      'chat.update_link': ({ params, body }) => {
        all = all.map((link) =>
          link.provider === params.provider ? { ...link, ...(body as Partial<ChatLink>) } : link,
        )
        return all.find(({ provider }) => provider === params.provider) ?? makeChatLink()
      },
      'chat.unlink': ({ params }) => {
        all = all.filter(({ provider }) => provider !== params.provider)
      },
      'inbox.preferences': neverAnswer,
      'auth.list_sessions': neverAnswer,
      'tokens.list': neverAnswer,
      'calendar.get': neverAnswer,
      'oauth.list': () => [],
      'second_factor.get': neverAnswer,
    },
  })
}
const title = 'Slack and Microsoft Teams'
const findSwitch = (name: string | RegExp) =>
  screen.findByRole<HTMLInputElement>('switch', { name })

test('a person without a linked account sees no section', async () => {
  await renderAccount()
  await screen.findByRole('heading', { name: 'Inbox' })
  expect(screen.queryByRole('heading', { name: title })).toBeNull()
})

test('messages are switched off one by one', async () => {
  const { user } = await renderAccount(makeChatLink())
  await screen.findByRole('heading', { name: title })
  expect((await findSwitch(/^What I have left/)).checked).toBe(false)
  await user.click(await findSwitch('My reward is ready or declined'))
  await waitFor(() =>
    expect(callsTo('chat.update_link').map(({ body }) => body)).toEqual([
      { muted: ['purchase', 'reminder'] },
    ]),
  )
  expect((await findSwitch('My reward is ready or declined')).checked).toBe(false)
})

test('a change waits for the earlier one, whose answer keeps it', async () => {
  const link = makeChatLink()
  const { user } = await renderAccount(link)
  const answer = Promise.withResolvers<ChatLink>()
  serve({ 'chat.update_link': () => answer.promise })
  await user.click(await findSwitch('My reward is ready or declined'))
  await user.click(await findSwitch(/^An award needs/))
  expect(callsTo('chat.update_link')).toHaveLength(1)
  serve({ 'chat.update_link': neverAnswer })
  answer.resolve({ ...link, muted: ['purchase', 'reminder'] })
  await waitFor(() =>
    expect(callsTo('chat.update_link').at(-1)?.body).toEqual({
      muted: ['purchase', 'reminder', 'award'],
    }),
  )
  expect((await findSwitch(/^An award needs/)).checked).toBe(false)
})

test('quiet hours are chosen and may be off', async () => {
  const { user } = await renderAccount(makeChatLink())
  await screen.findByText(/Europe\/Berlin/)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Quiet from' }), '8')
  await screen.findByText(/^Both are the same hour/)
  expect(callsTo('chat.update_link').at(-1)?.body).toEqual({ quiet_from: 8 })
})

test('a switch reverts when saving fails', async () => {
  const { user } = await renderAccount(makeChatLink())
  serve({ 'chat.update_link': () => refuse('forbidden') })
  await user.click(await findSwitch(/^Send commands at once/))
  await waitFor(() => expect(callsTo('chat.update_link')).toHaveLength(1))
  await waitFor(async () =>
    expect((await findSwitch(/^Send commands at once/)).checked).toBe(false),
  )
})

test('an account is unlinked after a confirmation', async () => {
  const { user } = await renderAccount(makeChatLink(), makeChatLink({ provider: 'teams' }))
  await user.click(await screen.findByRole('button', { name: 'Unlink Slack' }))
  const dialog = await findDialog('Unlink Slack?')
  await user.click(dialog.getByRole('button', { name: 'Unlink' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Unlink Slack' })).toBeNull())
  screen.getByRole('button', { name: 'Unlink Microsoft Teams' })
})
