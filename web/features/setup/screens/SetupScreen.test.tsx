import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Ability } from '#contract/permissions.ts'
import { makeConfig, makeSettings, makeValue } from '#tests/support/web-data.ts'
import { makeReward } from '#tests/support/reward-data.ts'
import { makeWorth } from '#tests/support/worth-data.ts'
import { callsTo, neverAnswer, refuse, renderApp, serve } from '#tests/support/render.tsx'

const teamwork = makeValue({ name: 'Teamwork', default: true })
const craft = makeValue({
  id: '00000000-0000-7000-8000-0000000000d2',
  name: 'Craft',
  default: false,
})
const toSuggestion = (name: string, taken: boolean) => ({
  name,
  description: '',
  color: '#3B82C4',
  emoji: '🧭',
  keywords: [],
  tag: name.toLowerCase(),
  taken,
})

const renderSetup = (
  path: string,
  abilities?: Ability[],
  suggestions = [toSuggestion('Teamwork', true), toSuggestion('Trust', false)],
) =>
  renderApp(path, {
    config: makeConfig({
      values: [teamwork, craft],
      settings: makeSettings({ limit: 100 }),
      demo_data: true,
      ...(abilities ? { abilities } : {}),
    }),
    api: {
      'values.suggestions': () => suggestions,
      'values.create': ({ body }) =>
        makeValue({ ...body, id: '00000000-0000-7000-8000-0000000000d3' }),
      'values.update': () => craft,
      'values.delete': () => undefined,
      'settings.update': ({ body }) => makeSettings(body),
      'point_worths.list': () => [],
      'point_worths.create': ({ body }) => makeWorth(body),
      'rewards.create': ({ body }) => makeReward({ title: body.title }),
      'workspace.reset_demo_data': () => undefined,
      'users.create': ({ body }) =>
        body.users.map(({ email }) => ({
          email,
          outcome: email.startsWith('bad') ? ('refused' as const) : ('invited' as const),
          code: email.startsWith('bad') ? 'email_invalid' : null,
          user: null,
          sends_at: null,
        })),
    },
  })

test('adds selected values, retires the others and keeps a default', async () => {
  const { user } = await renderSetup('/setup')
  const choices = within(
    await screen.findByRole('group', { name: 'What does your team stand for?' }),
  )
  await user.click(await choices.findByRole('button', { name: /Trust/ }))
  await user.click(choices.getByRole('button', { name: /Teamwork/ }))
  await screen.findByText('2 values chosen')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('How many points can people give?')
  expect(callsTo('values.create').map(({ body }) => body.name)).toEqual(['Trust'])
  expect(callsTo('values.update')[0]).toMatchObject({
    params: { id: craft.id },
    body: { default: true },
  })
  expect(callsTo('values.delete').map(({ params }) => params['id'])).toEqual([teamwork.id])
})

test('replaces all values although the old and new ones exceed the limit', async () => {
  const names = Array.from({ length: limits.values_max - 1 }, (_, n) => `New${n}`)
  const ideas = names.map((name) => toSuggestion(name, false))
  const { user } = await renderSetup('/setup', undefined, ideas)
  let count = 2
  serve({
    'values.create': ({ body }) => {
      if (count >= limits.values_max) return refuse('values_full')
      count += 1
      return makeValue(body)
    },
    'values.delete': () => {
      count -= 1
    },
  })
  await user.click(await screen.findByRole('button', { name: /Teamwork/ }))
  await user.click(screen.getByRole('button', { name: /Craft/ }))
  for (const name of names)
    await user.click(await screen.findByRole('button', { name: RegExp(name) }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('How many points can people give?')
  expect(count).toBe(names.length)
  expect(callsTo('values.update').at(-1)?.body).toEqual({ default: true })
})

test('cannot continue without a value', async () => {
  const { user } = await renderSetup('/setup')
  await user.click(await screen.findByRole('button', { name: /Teamwork/ }))
  await user.click(screen.getByRole('button', { name: /Craft/ }))
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true)
})

test('shows the budget of the expected team and saves the points', async () => {
  const { user, fill } = await renderSetup('/setup?step=points')
  await fill(await screen.findByLabelText('People you expect to join'), '300')
  await fill(screen.getByLabelText('100 points are worth'), '5')
  await screen.findByText(/300 people can give up to 30,000 points per month\..*\$1,500 per month/)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('What can people get for their points?')
  expect(callsTo('settings.update')[0]?.body).toEqual({
    limit: 100,
    limit_period: 'month',
  })
  expect(callsTo('point_worths.create')[0]?.body).toMatchObject({
    country: null,
    currency: 'USD',
    hundred_points_minor: 500,
  })
})

test('the points cannot be sent again while their worth is saved', async () => {
  const { user, fill } = await renderSetup('/setup?step=points')
  serve({ 'point_worths.create': neverAnswer })
  await fill(await screen.findByLabelText('100 points are worth'), '5')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(callsTo('point_worths.create')).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true)
})

test('adds only the remaining rewards after a failure', async () => {
  const { user } = await renderSetup('/setup?step=rewards')
  let isFull = true
  serve({
    'rewards.create': ({ body }) =>
      isFull && body.title === 'Board game evening'
        ? refuse('rewards_full')
        : makeReward({ title: body.title }),
  })
  await user.click(await screen.findByRole('button', { name: 'Add 6 rewards' }))
  await screen.findByRole('alert')
  isFull = false
  await user.click(screen.getByRole('button', { name: 'Add 1 reward' }))
  await screen.findByText('Who’s on your team?')
  const titles = callsTo('rewards.create').map(({ body }) => body.title)
  expect(titles).toHaveLength(7)
  expect(titles.filter((title) => title === 'Board game evening')).toHaveLength(2)
})

test('removes the sample people, invites the team and names refused addresses', async () => {
  const { user } = await renderSetup('/setup?step=people')
  await user.type(await screen.findByLabelText('Work emails'), 'ada@example.test, bad@example.test')
  await user.click(await screen.findByRole('button', { name: 'Invite 2 people' }))
  await screen.findByText('1 invitation is on its way.')
  expect(screen.getByText('bad@example.test')).toBeTruthy()
  expect(callsTo('workspace.reset_demo_data')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Go to the feed' }).getAttribute('href')).toBe('/feed')
})

test('keeps invalid addresses in the field and says that they were not invited', async () => {
  const { user, fill } = await renderSetup('/setup?step=people')
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Work emails')
  await user.type(field, 'ada@example.test, grace@example')
  await user.click(await screen.findByRole('button', { name: 'Invite 1 person' }))
  await screen.findByText('1 invitation is on its way.')
  expect([field.value, document.activeElement]).toEqual(['grace@example', field])
  const problem = screen.getByText(/^We couldn’t send 1 invitation: the address isn’t valid\./)
  expect(field.getAttribute('aria-describedby')).toContain(problem.id)
  await fill(field, 'grace@example.test')
  await user.click(await screen.findByRole('button', { name: 'Invite 1 person' }))
  await screen.findByText('2 invitations are on their way.')
  expect(screen.getByRole('link', { name: 'Go to the feed' })).toBeTruthy()
})

test('keeps the sample people when asked to', async () => {
  const { user } = await renderSetup('/setup?step=people')
  await user.type(await screen.findByLabelText('Work emails'), 'ada@example.test')
  await user.click(screen.getByLabelText(/Remove the sample people/))
  await user.click(await screen.findByRole('button', { name: 'Invite 1 person' }))
  await screen.findByText('1 invitation is on its way.')
  expect(callsTo('workspace.reset_demo_data')).toEqual([])
})

test('skips the rewards for administrators without the permission', async () => {
  await renderSetup('/setup?step=people', ['take_part', 'enter_settings', 'manage_settings'])
  await screen.findByText('Step 3 of 3')
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/setup?step=points')
})
