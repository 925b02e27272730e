import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { makeReward } from '#tests/support/reward-data.ts'
import { makeConfig, makePermissions } from '#tests/support/web-data.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'

const price = () => screen.getByLabelText<HTMLInputElement>(/^Price in points/)
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ })

async function renderForm(path: string, reward = makeReward(), fields: Partial<AppConfig> = {}) {
  const app = await renderApp(path.replace(':id', reward.id), {
    config: makeConfig(fields),
    api: {
      'rewards.list': () => [reward],
      'rewards.create': ({ body }) =>
        makeReward({ ...body, audience: null, category: body.category ?? 'creative' }),
      'rewards.update': ({ body }) => makeReward({ ...reward, ...body } as object),
    },
  })
  const saveButton = { name: /^(Save|Add to shop)$/ }
  await screen.findByRole('button', saveButton)
  const save = () => app.user.click(screen.getByRole('button', saveButton))
  return { ...app, save }
}

test('a new reward needs a title and a price within bounds', async () => {
  const { fill, save } = await renderForm('/settings/rewards/new?kind=individual&idea=blank')
  await save()
  await screen.findByText('required')
  await screen.findByText('Please enter a price greater than 0')
  expect(document.activeElement).toBe(title())
  await fill(title(), 'A nanosecond of wire')
  await fill(price(), '9999999')
  await save()
  await screen.findByText('Please enter a price no greater than 1,000,000')
  expect(document.activeElement).toBe(price())
  expect(callsTo('rewards.create')).toEqual([])
  await fill(price(), '25')
  await save()
  await waitFor(() => expect(location.pathname).toBe('/settings/rewards/all'))
  expect(callsTo('rewards.create').map(({ body }) => body)).toMatchObject([
    { title: 'A nanosecond of wire', price: 25, reward_type: 'individual', type: 'manual' },
  ])
})

test('a price with decimals is not sent', async () => {
  const { fill, save } = await renderForm('/settings/rewards/edit/:id')
  await fill(price(), '2.5')
  await screen.findByText('Please enter a whole number')
  await save()
  expect(document.activeElement).toBe(price())
  expect(callsTo('rewards.update')).toEqual([])
})

test('months that are no whole number do not offer a reward to everyone', async () => {
  const { user, fill, save } = await renderForm('/settings/rewards/edit/:id')
  serve({ 'audiences.preview': () => ({ count: 0, people: [] }) })
  await user.click(screen.getByRole('checkbox', { name: /^Only for some people/ }))
  const months = screen.getByRole('textbox', { name: /^At least this many months/ })
  await fill(months, '6 months')
  await save()
  expect(months.getAttribute('aria-invalid')).toBe('true')
  expect(callsTo('rewards.update')).toEqual([])
})

test('an unreadable limit of a person does not block a team reward', async () => {
  const { user, fill, save } = await renderForm('/settings/rewards/edit/:id')
  await fill(screen.getByRole('textbox', { name: 'Most for each person' }), 'one')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'team')
  await save()
  await waitFor(() => expect(callsTo('rewards.update')).toHaveLength(1))
})

test('saving a reward sends only its changed fields', async () => {
  const { user, fill, save } = await renderForm('/settings/rewards/edit/:id')
  await fill(screen.getByLabelText('Description'), 'With a view')
  await save()
  await waitFor(() => expect(location.pathname).toBe('/settings/rewards/all'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsTo('rewards.update').map(({ body }) => body)).toEqual([
    { description: 'With a view' },
  ])
  await user.keyboard('{Escape}')
})

test('a field changed by somebody else while editing is not sent', async () => {
  const reward = makeReward({ available_amount: 3 })
  const { client, fill, save } = await renderForm('/settings/rewards/edit/:id', reward)
  serve({ 'rewards.list': () => [{ ...reward, available_amount: 1 }] })
  await act(() => client.refetchQueries())
  await fill(title(), 'A microsecond of wire')
  await save()
  await waitFor(() => expect(location.pathname).toBe('/settings/rewards/all'))
  expect(callsTo('rewards.update').map(({ body }) => body)).toEqual([
    { title: 'A microsecond of wire' },
  ])
})

test('the kind of a redeemed reward cannot change', async () => {
  const { user, save } = await renderForm('/settings/rewards/edit/:id')
  serve({ 'rewards.update': () => refuse('kind_fixed', { field: 'reward_type' }) })
  await user.selectOptions(screen.getByLabelText('Kind'), 'team')
  await save()
  await screen.findByText(/^You can’t change the kind anymore/)
})

test('a partly funded team reward shows the price it keeps', async () => {
  await renderForm(
    '/settings/rewards/edit/:id',
    makeReward({ reward_type: 'team', price: 120, filling_price: 100 }),
  )
  await screen.findByText(/Your team is already chipping in at 100 points\./)
})

test('a reward gets an audience and a limit for each person', async () => {
  const { user, fill, save } = await renderForm('/settings/rewards/edit/:id')
  serve({ 'audiences.preview': () => ({ count: 0, people: [] }) })
  await fill(screen.getByLabelText('Most for each person'), '2')
  await user.selectOptions(screen.getByLabelText('Period'), 'quarter')
  await user.click(screen.getByRole('checkbox', { name: /^Only for some people/ }))
  await screen.findByText('People who see it')
  serve({ 'rewards.update': () => refuse('audience_empty', { field: 'audience' }) })
  await save()
  await screen.findByText('This matches no one')
  const { body } = callsTo('rewards.update')[0] ?? {}
  expect(body).toMatchObject({
    person_max: 2,
    person_period: 'quarter',
    audience: { user_ids: [] },
  })
  expect(Object.keys(body ?? {})).toHaveLength(3)
})

test('a rewards administrator sees no failed count of an audience', async () => {
  const { user } = await renderForm('/settings/rewards/edit/:id', makeReward(), {
    permissions: makePermissions('rewards_administrator'),
  })
  // As the server answers without `manage_team`.
  serve({ 'audiences.preview': () => refuse('forbidden') })
  await user.click(screen.getByRole('checkbox', { name: /^Only for some people/ }))
  await screen.findByText('People who see it')
  expect(screen.queryByText('We couldn’t load this')).toBeNull()
  expect(callsTo('audiences.preview')).toEqual([])
})

test('the preview shows a price that is typed with separators', async () => {
  const { fill } = await renderForm('/settings/rewards/edit/:id')
  await fill(price(), '1,250')
  screen.getByText('1,250')
})
