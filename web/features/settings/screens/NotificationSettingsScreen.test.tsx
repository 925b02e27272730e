import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { callsTo, loseConnection, neverAnswer, renderApp, serve } from '#tests/support/render.tsx'
import { makeConfig, makeSettings } from '#tests/support/web-data.ts'

const mailSwitch = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })
const team = () => mailSwitch('Someone got points: the team')
const own = () => mailSwitch('Someone got points: me')

async function renderNotifications() {
  let settings = makeSettings()
  const app = await renderApp('/settings/notifications', {
    config: makeConfig({ settings }),
    api: {
      'settings.get': () => settings,
      'settings.notifications': ({ body }) =>
        (settings = { ...settings, notifications: { ...settings.notifications, ...body } }),
    },
  })
  await screen.findByRole('switch', { name: 'Someone got points: the team' })
  return app
}

test('a mail that is off for the team is off for its members', async () => {
  const { user } = await renderNotifications()
  await user.click(team())
  await waitFor(() => expect(own().disabled).toBe(true))
  expect([team().checked, own().checked]).toEqual([false, false])
  await waitFor(() =>
    expect(callsTo('settings.notifications').map(({ body }) => body)).toEqual([
      { points_received: false },
    ]),
  )
  await user.click(team())
  await waitFor(() => expect(own().disabled).toBe(false))
  // The choice of the member has not changed.
  expect([team().checked, own().checked]).toEqual([true, true])
})

test('a mail switch of the team reverts when saving fails', async () => {
  const { user } = await renderNotifications()
  serve({ 'settings.notifications': loseConnection })
  await user.click(team())
  await screen.findByText('Server is not responding. Please try again.')
  expect([team().checked, own().checked]).toEqual([true, true])
})

test('a switch keeps its change while another one is saved', async () => {
  const { user } = await renderNotifications()
  serve({ 'settings.notifications': neverAnswer, 'profiles.update_me': neverAnswer })
  await user.click(own())
  await user.click(mailSwitch('The week in the team: me'))
  expect([own().checked, mailSwitch('The week in the team: me').checked]).toEqual([false, false])
  await user.click(team())
  await user.click(mailSwitch('The week in the team: the team'))
  expect([team().checked, mailSwitch('The week in the team: the team').checked]).toEqual([
    false,
    false,
  ])
})

test('changes are saved in the order of the presses', async () => {
  const { user } = await renderNotifications()
  const answers: (() => void)[] = []
  serve({
    'settings.notifications': ({ body }) =>
      new Promise((resolve) => {
        answers.push(() => {
          const settings = makeSettings()
          Object.assign(settings.notifications, body)
          resolve(settings)
        })
      }),
  })
  await user.click(team())
  await user.click(team())
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(team().checked).toBe(true)
  answers[0]?.()
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  await waitFor(() => expect(team().checked).toBe(true))
  expect(callsTo('settings.notifications').map(({ body }) => body)).toEqual([
    { points_received: false },
    { points_received: true },
  ])
})
