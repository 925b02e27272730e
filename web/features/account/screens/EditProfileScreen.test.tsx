import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type InboxPreferences, inboxSwitches } from '#contract/schemas/inbox.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { exampleTime, makeConfig, makePermissions, nextId } from '#tests/support/web-data.ts'
import {
  callsTo,
  loseConnection,
  neverAnswer,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'
import { configQuery } from '#web/shared/config.ts'

const allInboxKinds = Object.fromEntries(
  inboxSwitches.map((kind) => [kind, true]),
) as InboxPreferences

/** Renders the account settings of a member whose details can be saved. */
async function renderAccount(
  permissions = makePermissions(),
  fields: Partial<AppConfig> = {},
  api: Handlers = {},
) {
  let config: AppConfig = makeConfig({ permissions, ...fields })
  const app = await renderApp('/edit-profile', {
    config,
    api: {
      'config.get': () => config,
      'second_factor.get': () => ({ on: false, since: null, recovery_codes_left: 0 }),
      'auth.list_sessions': () => [],
      'tokens.list': () => ({ items: [], scopes: [] }),
      'inbox.preferences': () => allInboxKinds,
      'calendar.get': () => ({ url: null }),
      'oauth.list': () => [],
      'profiles.update_me': ({ body }) => {
        if (body.first_name === '') return refuse('first_name_required', { field: 'first_name' })
        if (body.phone === '12') return refuse('phone_invalid', { field: 'phone' })
        if (body.birth_date === '1800-02-03')
          return refuse('out_of_range', {
            field: 'birth_date',
            params: { start: '1900-01-01', finish: '2026-03-04' },
          })
        const { notifications, ...fields } = body
        const user = {
          ...config.user,
          ...(fields as object),
          phone: fields.phone?.replaceAll(/[^+\d]/g, '') ?? config.user.phone,
          notifications: { ...config.user.notifications, ...notifications },
        }
        config = { ...config, user }
        return user
      },
      ...api,
    },
  })
  await screen.findByRole('heading', { name: 'About you' })
  const save = () => app.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...app, save }
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const birthday = (part: string) =>
  within(screen.getByRole('group', { name: 'Date of birth' })).getByLabelText<HTMLInputElement>(
    part,
  )
async function chooseBirthday(user: UserEvent, month: string, day: string) {
  await user.selectOptions(birthday('Month'), month)
  await user.selectOptions(birthday('Day'), day)
}
const mailSwitch = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })

test('profile details show errors at their fields and keep the input', async () => {
  const { user, fill, save } = await renderAccount()
  await fill(field('First name'), '')
  await fill(field('Job title'), 'Cheesemaker')
  await save()
  await screen.findByText('First name is required')
  expect(document.activeElement).toBe(field('First name'))
  await fill(field('First name'), 'Tomé')
  await fill(field('Phone'), '12')
  await save()
  await screen.findByText('Please enter a valid telephone number')
  await fill(field('Phone'), '')
  await chooseBirthday(user, 'February', '3')
  await fill(birthday('Year'), '1800')
  await save()
  await screen.findByText('Must be between Jan 1, 1900 and Mar 4, 2026')
  expect(document.activeElement).toBe(birthday('Month'))
  expect(field('Job title').value).toBe('Cheesemaker')
})

test('saved profile details are sent and shown as the server stored them', async () => {
  const { user, fill, save } = await renderAccount()
  await fill(field('Phone'), '+49 (30) 90 18-20')
  await chooseBirthday(user, 'February', '3')
  await fill(birthday('Year'), '1990')
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Who sees my birthday' }),
    'My manager',
  )
  await save()
  await screen.findByText('Saved')
  expect(callsTo('profiles.update_me').at(-1)?.body).toMatchObject({
    phone: '+49 (30) 90 18-20',
    birth_date: '1990-02-03',
    hire_date: null,
    birthday_visibility: 'private',
    anniversary_visibility: null,
  })
  await waitFor(() => expect(field('Phone').value).toBe('+4930901820'))
})

test('a birthday needs no year, and each of its parts can change', async () => {
  const { user, fill, save } = await renderAccount()
  await chooseBirthday(user, 'January', '31')
  await save()
  const expectSent = (date: string | null) =>
    waitFor(() => expect(callsTo('profiles.update_me').at(-1)?.body.birth_date).toBe(date))
  await expectSent('--01-31')
  // The day does not exist in the other month.
  await user.selectOptions(birthday('Month'), 'February')
  expect(birthday('Day').value).toBe('')
  await user.selectOptions(birthday('Day'), '29')
  await fill(birthday('Year'), '1992')
  await save()
  await expectSent('1992-02-29')
  await fill(birthday('Year'), '')
  await save()
  await expectSent('--02-29')
  await user.selectOptions(birthday('Month'), 'Month')
  await user.selectOptions(birthday('Day'), 'Day')
  await save()
  await expectSent(null)
})

test('leaving saved profile details asks for no confirmation', async () => {
  const { user, fill, save } = await renderAccount(
    makePermissions(),
    {},
    {
      'profiles.get': () => refuse('not_found'),
      'profiles.posts': neverAnswer,
    },
  )
  await fill(field('Job title'), '  Keeper of clocks ')
  await save()
  await screen.findByText('Saved')
  const [profile] = screen.getAllByRole('link', { name: 'My profile' })
  await user.click(profile ?? document.body)
  await waitFor(() => expect(location.pathname).not.toBe('/edit-profile'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('sessions that fail to load offer a retry', async () => {
  const config = makeConfig()
  const { user } = await renderAccount(
    config.permissions,
    {},
    { 'auth.list_sessions': loseConnection },
  )
  await screen.findByText('We couldn’t load this')
  serve({
    'auth.list_sessions': () => [
      {
        id: nextId(),
        current: true,
        created_at: exampleTime,
        seen_at: exampleTime,
        client: 'Firefox',
        workspace_name: 'Juniper & Lane',
      },
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const sessions = within(await screen.findByRole('list', { name: 'Where you’re signed in' }))
  sessions.getByText('This device')
})

test('a personal address that fails to load offers a retry', async () => {
  const { user } = await renderAccount(
    makePermissions(),
    {},
    { 'leavers.address': () => refuse('unknown') },
  )
  const retry = await screen.findByRole('button', { name: 'Try again' })
  serve({ 'leavers.address': () => ({ email: 'ida@home.example' }) })
  await user.click(retry)
  expect(await screen.findByDisplayValue('ida@home.example')).toBeDefined()
})

test('an operator sees settings that only the person changes as closed', async () => {
  await renderAccount(makePermissions(), { impersonated: true })
  const thanks = await screen.findByRole<HTMLInputElement>('switch', { name: 'Someone thanks me' })
  expect(thanks.disabled).toBe(true)
  expect(callsTo('leavers.address')).toEqual([])
})

test('the own leave is shown until it ends', async () => {
  const config = makeConfig()
  const shown = /You’re on leave from Mar 1, 2026/
  for (const [to, isShown] of [
    [null, true],
    ['2099-03-03', true],
    ['2026-03-02', false],
  ] as const) {
    const user = { ...config.user, away: { from: '2026-03-01', to } }
    await renderAccount(config.permissions, { user })
    expect(screen.queryByText(shown) !== null).toBe(isShown)
    cleanup()
  }
})

test('a mail switch saves at once and reverts when saving fails', async () => {
  const { user } = await renderAccount()
  expect(screen.queryByRole('switch', { name: 'Someone redeemed a reward' })).toBeNull()
  await user.click(mailSwitch('Someone thanked me'))
  await screen.findByText('Saved')
  expect(callsTo('profiles.update_me').map(({ body }) => body)).toEqual([
    { notifications: { points_received: false } },
  ])
  expect(mailSwitch('Someone thanked me').checked).toBe(false)
  serve({ 'profiles.update_me': loseConnection })
  await user.click(mailSwitch('My reward was handed over or declined'))
  await screen.findByText('Server is not responding. Please try again.')
  expect(mailSwitch('My reward was handed over or declined').checked).toBe(true)
})

test('the answer to an earlier mail switch keeps a newer one', async () => {
  const { user, client } = await renderAccount()
  const saved = client.getQueryData(configQuery.queryKey)?.user ?? makeConfig().user
  const answer = Promise.withResolvers<typeof saved>()
  serve({ 'profiles.update_me': () => answer.promise })
  await user.click(mailSwitch('Someone thanked me'))
  await user.click(mailSwitch('My reward was handed over or declined'))
  expect(callsTo('profiles.update_me')).toHaveLength(1)
  serve({ 'profiles.update_me': neverAnswer })
  answer.resolve({ ...saved, notifications: { ...saved.notifications, points_received: false } })
  await waitFor(() => expect(callsTo('profiles.update_me')).toHaveLength(2))
  expect(mailSwitch('My reward was handed over or declined').checked).toBe(false)
})

test('the monthly report is a choice for readers of reports only', async () => {
  await renderAccount()
  expect(screen.queryByRole('switch', { name: /^The month in numbers/ })).toBeNull()
  cleanup()
  await renderAccount(makePermissions('global_administrator'))
  expect(mailSwitch('The month in numbers, on the first working day').checked).toBe(false)
})

test('a profile changed elsewhere is shown, and typed input stays', async () => {
  const { fill, client } = await renderAccount()
  await fill(field('Phone'), '+49 30 901820')
  act(() => {
    client.setQueryData(
      configQuery.queryKey,
      (old) =>
        old && { ...old, user: { ...old.user, job_title: 'Keeper of clocks', phone: '+4412' } },
    )
  })
  await waitFor(() => expect(field('Job title').value).toBe('Keeper of clocks'))
  expect(field('Phone').value).toBe('+49 30 901820')
})
