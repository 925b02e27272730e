import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Away } from '#contract/schemas/organization-record.ts'
import type { ChartPerson } from '#contract/schemas/organization.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { makeConfig, makePerson, makePost } from '#tests/support/web-data.ts'
import {
  callsTo,
  findDialog,
  neverAnswer,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'

const onePage = <Item,>(items: Item[]) => ({ items, next_cursor: null })

const make = (name: string, reports = 0): ChartPerson => ({
  ...makePerson({ first_name: name, last_name: 'Reed', name: `${name} Reed` }),
  reports,
})

const renderTeam = (total: number, values = 1, away: Away | null = null) =>
  renderApp('/my-team', {
    config: { ...makeConfig(), has_reports: true },
    api: {
      'organization.team': ({ query }) => ({
        ...onePage(
          query.unthanked
            ? []
            : [
                { ...make('Ada', 3), last_thanked_on: '2026-03-02', away, is_new: false },
                { ...make('Bo'), last_thanked_on: null, away: null, is_new: true },
              ],
        ),
        total,
        unthanked: 0,
      }),
      'organization.set_away': ({ body }) => body,
      'organization.team_summary': () => ({
        dates: [
          {
            user: make('Ada'),
            kind: 'birthday' as const,
            date: '2026-03-09',
            years: null,
            visibility: 'everyone' as const,
          },
        ],
        values: Array.from({ length: values }, () => ({
          id: makePerson().id,
          name: 'Craft',
          emoji: '🛠️',
          posts: 4,
        })),
      }),
      'organization.chart': ({ query }) => ({
        managers: [make('Top', 1)],
        person: query.user_id ? { ...make('Ada', 1), id: query.user_id } : null,
        reports: onePage([make('Cleo')]),
      }),
      'people.list': () => toFoundPeople(make('Dora')),
    },
  })

test('a manager sees when each person was thanked last', async () => {
  await renderTeam(6)
  const row = (await screen.findByRole('link', { name: 'Ada Reed' })).closest('li') as HTMLElement
  within(row).getByText(/Last thanked Mar 2, 2026/)
  within(row).getByRole('button', { name: 'Give thanks to Ada Reed' })
  screen.getByText('Not thanked yet')
  await screen.findByText('🛠️ Craft')
  screen.getByText('Birthday')
})

test('thanks from the own team are shown there at once', async () => {
  const { user } = await renderTeam(6)
  serve({
    'posts.create': () => ({ ...makePost(), milestone: null }),
    'profiles.get': neverAnswer,
  })
  await user.click(await screen.findByRole('button', { name: 'Give thanks to Ada Reed' }))
  const composer = await findDialog()
  const input = await waitFor(() => {
    const field = document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')
    expect(field).not.toBeNull()
    return field as HTMLTextAreaElement
  })
  await user.type(input, 'for the release')
  const loads = callsTo('organization.team').length
  await user.click(composer.getByRole('button', { name: /^Send( \d+)?$/ }))
  const question = await screen.findByRole('group', { name: /^Which value does this show/ })
  await user.click(within(question).getAllByRole('button')[0] as HTMLElement)
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
  await waitFor(() => expect(callsTo('organization.team').length).toBeGreaterThan(loads))
})

test('the own team stays filtered on the way back from another page', async () => {
  const { user, router } = await renderTeam(6)
  await user.click(await screen.findByRole('radio', { name: 'Everyone below' }))
  await user.click(screen.getByRole('switch', { name: /^Not thanked for 30 days/ }))
  await user.click(screen.getByRole('link', { name: 'Open the organization chart' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/organization'))
  act(() => router.history.back())
  const filter = await screen.findByRole('switch', { name: /^Not thanked for 30 days/ })
  expect(filter).toHaveProperty('checked', true)
  expect(screen.getByRole('radio', { name: 'Everyone below' })).toHaveProperty('checked', true)
})

test('a manager sets the leave of a person', async () => {
  const { user, fill } = await renderTeam(6)
  await user.click(await screen.findByRole('button', { name: 'Set leave of Ada Reed' }))
  const dialog = await findDialog('Leave of Ada Reed')
  await fill(dialog.getByLabelText('Away from'), '2026-03-09')
  await fill(dialog.getByLabelText('Away until'), '2026-03-08')
  serve({
    'organization.set_away': () =>
      refuse('out_of_range', {
        field: 'away.to',
        params: { start: '2026-03-09', finish: '2036-03-09' },
      }),
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Must be between Mar 9, 2026 and Mar 9, 2036')
  await fill(dialog.getByLabelText('Away until'), '')
  serve({ 'organization.set_away': ({ body }) => body })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Leave saved.')
  expect(callsTo('organization.set_away').at(-1)?.body).toEqual({
    away: { from: '2026-03-09', to: null },
  })
})

test.each([
  [{ from: '2026-03-01', to: '2099-03-03' }, 'Away until Mar 3, 2099'],
  [{ from: '2026-03-01', to: null }, 'Away'],
  [{ from: '2099-03-01', to: null }, 'Away from Mar 1, 2099'],
  [{ from: '2099-03-01', to: '2099-03-03' }, 'Away from Mar 1, 2099 to Mar 3, 2099'],
])('the leave %o is shown, and the manager removes it', async (away, text) => {
  const { user } = await renderTeam(6, 1, away)
  await screen.findByText(text)
  await user.click(screen.getByRole('button', { name: 'Change leave of Ada Reed' }))
  const dialog = await findDialog('Leave of Ada Reed')
  await user.click(dialog.getByRole('button', { name: 'Remove leave' }))
  await screen.findByText('Leave removed.')
  expect(callsTo('organization.set_away').at(-1)?.body).toEqual({ away: null })
})

test('the switches restrict the team and widen it', async () => {
  const { user } = await renderTeam(6)
  await screen.findByRole('link', { name: 'Ada Reed' })
  await user.click(screen.getByRole('switch', { name: 'Not thanked for 30 days (0)' }))
  await screen.findByRole('heading', { name: 'Everyone was thanked' })
  await user.click(screen.getByRole('radio', { name: 'Everyone below' }))
  await waitFor(() =>
    expect(callsTo('organization.team').at(-1)?.query).toMatchObject({
      scope: 'all',
      unthanked: 'true',
    }),
  )
})

test('a small team learns why its values are not shown', async () => {
  await renderTeam(2, 0)
  await screen.findByText(/Not shown for fewer than 5 people/)
})

test('the chart leads from a person up and down', async () => {
  const { user, router } = await renderTeam(6)
  await user.click(await screen.findByRole('link', { name: '3 reports' }))
  await screen.findByRole('heading', { name: 'Report to Ada Reed' })
  expect(router.state.location.pathname).toBe('/organization')
  screen.getByRole('link', { name: 'Top Reed' })
  await user.click(screen.getByRole('link', { name: /Cleo Reed/ }))
  await waitFor(() => expect(callsTo('organization.chart')).toHaveLength(2))
})

test('a search in the chart jumps to the person', async () => {
  const { user } = await renderTeam(6)
  await user.click(await screen.findByRole('link', { name: 'Open the organization chart' }))
  await user.click(await screen.findByRole('combobox', { name: 'Find a person' }))
  await user.click(await screen.findByRole('option', { name: /Dora Reed/ }))
  await waitFor(() =>
    expect(callsTo('organization.chart').at(-1)?.query.user_id).not.toBeUndefined(),
  )
})

test('a manager chooses whom a new person meets first', async () => {
  const cleo = makePerson({ first_name: 'Cleo', last_name: 'Bell', name: 'Cleo Bell' })
  const { user } = await renderTeam(2)
  serve({
    'organization.introductions': () => ({ by: null, people: [cleo] }),
    'organization.introduce': () => ({ by: null, people: [] }),
  })
  const [button] = await screen.findAllByRole('button', { name: /^Introduce / })
  await user.click(button as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: /^Introduce / })
  await user.click(await within(dialog).findByRole('button', { name: /Cleo Bell/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(callsTo('organization.introduce')).toHaveLength(1))
  expect(callsTo('organization.introduce')[0]?.body).toEqual({ user_ids: [] })
  expect(screen.getAllByRole('button', { name: /^Introduce / })).toHaveLength(1)
})
