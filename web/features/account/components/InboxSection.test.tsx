import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { InboxPreferences } from '#contract/schemas/inbox.ts'
import { makeConfig, makePermissions } from '#tests/support/web-data.ts'
import { callsTo, neverAnswer, refuse, renderApp, serve } from '#tests/support/render.tsx'

const all: InboxPreferences = {
  thanks: true,
  points_added: true,
  comment: true,
  mention: true,
  reaction: true,
  purchase_decided: true,
  purchase_requested: true,
  import_finished: true,
  allowance_ending: true,
  budget_ending: true,
  approval_requested: true,
  award_decided: true,
  card_to_sign: true,
  jury_asked: true,
}

const renderSettings = (setPreferences: (part: Partial<InboxPreferences>) => InboxPreferences) =>
  renderApp('/edit-profile', {
    config: makeConfig({ permissions: makePermissions() }),
    api: {
      'inbox.preferences': () => all,
      'inbox.set_preferences': ({ body }) => setPreferences(body as Partial<InboxPreferences>),
      'auth.list_sessions': neverAnswer,
      'tokens.list': neverAnswer,
      'calendar.get': neverAnswer,
      'oauth.list': () => [],
      'second_factor.get': neverAnswer,
    },
  })
const findSwitch = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })

test('members can mute the kinds of items for members', async () => {
  const { user } = await renderSettings((part) => ({ ...all, ...part }))
  await user.click(await findSwitch('Likes and reactions'))
  await waitFor(() =>
    expect(callsTo('inbox.set_preferences').map(({ body }) => body)).toEqual([{ reaction: false }]),
  )
  expect((await findSwitch('Likes and reactions')).checked).toBe(false)
  expect(screen.queryByRole('switch', { name: 'My import ends' })).toBeNull()
})

test('a switch reverts when saving fails', async () => {
  const { user } = await renderSettings(() => refuse('forbidden') as never)
  await user.click(await findSwitch('Someone thanks me'))
  await waitFor(() => expect(callsTo('inbox.set_preferences')).toHaveLength(1))
  await waitFor(async () => expect((await findSwitch('Someone thanks me')).checked).toBe(true))
})

test('the answer to an earlier switch keeps a newer one', async () => {
  const answer = Promise.withResolvers<InboxPreferences>()
  const { user } = await renderSettings(() => answer.promise as never)
  await user.click(await findSwitch('Likes and reactions'))
  await user.click(await findSwitch('Someone thanks me'))
  expect(callsTo('inbox.set_preferences')).toHaveLength(1)
  serve({ 'inbox.set_preferences': neverAnswer })
  answer.resolve({ ...all, reaction: false })
  await waitFor(() => expect(callsTo('inbox.set_preferences')).toHaveLength(2))
  expect((await findSwitch('Someone thanks me')).checked).toBe(false)
})
