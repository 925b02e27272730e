import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BalanceEntry } from '#contract/schemas/balances.ts'
import type { ProfileView } from '#contract/schemas/users.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import {
  callsTo,
  loseConnection,
  pageOf,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'
import {
  exampleTime,
  makeConfig,
  makePermissions,
  makePerson,
  makePost,
  makePublicOrganization,
  nextId,
} from '#tests/support/web-data.ts'

const config = makeConfig({ permissions: makePermissions() })
const courage = config.values[0] ?? makePost().value
const nora = makePerson({ first_name: 'Nora', last_name: 'Lind' })
const elif = makePerson({ first_name: 'Elif', last_name: 'Kaya' })

const makeProfile = (fields: Partial<ProfileView> = {}): ProfileView => ({
  ...makePerson({ first_name: 'Tomás', last_name: 'Pereira' }),
  birthday: '2026-12-24',
  hire_date: '2019-05-03',
  created_at: exampleTime,
  balance: null,
  given_points: 7,
  received_points: 12,
  posts_count: 2,
  organization: makePublicOrganization(),
  abilities: { see_balance: false, edit: false, adjust: false },
  ...fields,
})
const makeOwnProfile = (fields: Partial<ProfileView> = {}) =>
  makeProfile({
    ...config.user,
    birthday: '2026-12-24',
    hire_date: '2019-05-03',
    balance: 211,
    organization: makePublicOrganization(),
    abilities: { see_balance: true, edit: true, adjust: false },
    ...fields,
  })
const makeEntry = (fields: Partial<BalanceEntry>): BalanceEntry => ({
  id: nextId(),
  type: 'post',
  amount: 7,
  balance: 7,
  created_at: exampleTime,
  comment: '',
  post_id: null,
  purchase_id: null,
  reward_title: null,
  actor: nora,
  ...fields,
})

/** Renders a profile with its figures and a post of each direction. */
async function renderProfile(profile: ProfileView, search = '', api: Handlers = {}) {
  return renderApp(`/profile/${profile.id}${search}`, {
    config,
    api: {
      'profiles.get': () => profile,
      'profiles.posts': ({ query }) =>
        pageOf([makePost({ description: `a post that was ${query.direction}` })], null),
      'leaderboards.user_values': () => [{ value: courage, score: 12, posts: 2, share: 100 }],
      'leaderboards.activity': () => [{ day: '2026-03-04', given: 7, received: 12 }],
      'leaderboards.relations': () => ({
        recognises: [{ user: elif, score: 7, posts: 1 }],
        recognised_by: [{ user: nora, score: 12, posts: 2 }],
      }),
      ...api,
    },
  })
}
const choose = (name: string) => screen.getByRole('radio', { name })
const findPost = (text: string) => screen.findByText(text)
const query = () => Object.fromEntries(new URLSearchParams(location.search))

test('the own profile shows dates, figures, values and connections', async () => {
  await renderProfile(makeOwnProfile())
  await screen.findByRole('heading', { level: 1, name: 'Nora Albrecht' })
  screen.getByText('Birthday on Dec 24')
  screen.getByText(/^Works here since May 3, 2019, for \d+ years$/)
  screen.getByRole('link', { name: 'Edit profile' })
  expect(document.querySelector('main dl')?.textContent).toContain('balance')
  const glance = within(await screen.findByRole('region', { name: 'At a glance' }))
  glance.getByRole('heading', { name: 'What you’re recognized for' })
  await glance.findByRole('cell', { name: '100%' })
  const [thanks, thankedBy] = [
    await glance.findByRole('heading', { name: 'Thanks most' }),
    glance.getByRole('heading', { name: 'Thanked most by' }),
  ]
  expect(thanks.parentElement?.textContent).toContain('Elif Kaya')
  expect(thankedBy.parentElement?.textContent).toContain('Nora Lind')
  expect(glance.getByRole('link', { name: 'Nora Lind' }).getAttribute('href')).toBe(
    `/profile/${nora.id}`,
  )
  await glance.findByRole('heading', { name: 'Points over time' })
  await findPost('a post that was received')
})

test('period, direction and value of a profile stay in the address', async () => {
  const profile = makeOwnProfile()
  const { user } = await renderProfile(profile)
  await findPost('a post that was received')
  await user.click(choose('Year'))
  await waitFor(() => expect(query()).toEqual({ period: 'year' }))
  await waitFor(() =>
    expect(callsTo('leaderboards.activity').at(-1)?.query).toMatchObject({ period: 'year' }),
  )
  await user.click(choose('Given'))
  await findPost('a post that was given')
  await user.click(screen.getByRole('button', { name: courage.name }))
  const chosen = { period: 'year', tab: 'given', value: courage.id }
  await waitFor(() => expect(query()).toEqual(chosen))
  await waitFor(() =>
    expect(callsTo('profiles.posts').at(-1)?.query).toMatchObject({
      direction: 'given',
      value_id: courage.id,
    }),
  )
  await user.click(screen.getByRole('button', { name: 'All' }))
  await waitFor(() => expect(query()).toEqual({ period: 'year', tab: 'given' }))
})

test('an address with a period, a direction and a value chooses them', async () => {
  await renderProfile(makeOwnProfile(), `?period=year&tab=given&value=${courage.id}`)
  await findPost('a post that was given')
  expect(screen.getByRole('button', { name: courage.name, pressed: true })).toBeTruthy()
  for (const name of ['Year', 'Given'])
    expect([name, choose(name)]).toMatchObject([name, { checked: true }])
})

test('the profile of somebody else has no balance and no form', async () => {
  const profile = makeProfile()
  await renderProfile(profile, '?tab=sheet')
  await findPost('a post that was received')
  screen.getByText('Birthday on Dec 24')
  expect(screen.queryByRole('radio', { name: 'Balance sheet' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit profile' })).toBeNull()
  expect(document.querySelector('main dl')?.textContent).not.toContain('balance')
  screen.getByRole('heading', { name: 'Recognized for' })
})

test('a profile names no dates that are not shared', async () => {
  await renderProfile(makeProfile({ birthday: null, hire_date: null }))
  await screen.findByText(/^On Laurel since/)
  expect(screen.queryByText(/Birthday|Works here/)).toBeNull()
})

test('the balance sheet names and links every kind of entry', async () => {
  const sheetId = nextId()
  const purchase = { reward_title: 'A walk', purchase_id: nextId() }
  const items = [
    makeEntry({ type: 'purchase', amount: -11, balance: 196, ...purchase }),
    makeEntry({ type: 'purchase_declined', amount: 11, comment: 'It rains', ...purchase }),
    makeEntry({ type: 'purchase_canceled', amount: 11, ...purchase }),
    makeEntry({ type: 'post_deleted', amount: -7, post_id: nextId() }),
    makeEntry({ type: 'post', post_id: sheetId }),
    makeEntry({ type: 'adjust', amount: 200, comment: 'For the long night' }),
  ]
  await renderProfile(makeOwnProfile(), '?tab=sheet', {
    'coins.list': () => ({ balance: 196, items, next_cursor: null }),
  })
  const sheet = within(await screen.findByRole('list', { name: 'Balance sheet' }))
  expect(sheet.getAllByRole('listitem').map((row) => row.querySelector('b')?.textContent)).toEqual([
    'Redeemed: A walk',
    'Returned, declined: A walk',
    'Returned, canceled: A walk',
    'Post deleted by Nora Lind',
    'Thanks from Nora Lind',
    'Adjusted by Nora Lind',
  ])
  sheet.getByText('It rains')
  sheet.getByText('For the long night')
  expect(sheet.getByRole('link', { name: 'View post' }).getAttribute('href')).toBe(
    `/posts/${sheetId}`,
  )
  for (const link of sheet.getAllByRole('link', { name: 'View purchase' }))
    expect(link.getAttribute('href')).toBe('/rewards?tab=mine')
  expect(screen.getByText('Balance now:').textContent).toBe('Balance now: 196 points')
  await expectNoViolations(screen.getByRole('main'))
})

test('a reader with access to balances sees the sheet of somebody else', async () => {
  const profile = makeProfile({
    balance: 7,
    abilities: { see_balance: true, edit: false, adjust: false },
  })
  await renderProfile(profile, '?tab=sheet', {
    'coins.list': () => ({ balance: 7, items: [makeEntry({})], next_cursor: null }),
  })
  const sheet = await screen.findByRole('list', { name: 'Balance sheet' })
  within(sheet).getByText('Thanks from Nora Lind')
  expect(callsTo('coins.list')[0]?.params).toEqual({ id: profile.id })
})

test('an empty profile explains what to do next, until its first post', async () => {
  let profile = makeOwnProfile({ posts_count: 0 })
  const { user, client } = await renderProfile(profile, '', {
    'profiles.get': () => profile,
    'profiles.posts': () => pageOf([], null),
    'coins.list': () => ({ balance: 0, items: [], next_cursor: null }),
  })
  await screen.findByRole('heading', { name: 'No recognition yet' })
  expect(screen.queryByRole('heading', { name: 'At a glance' })).toBeNull()
  await expectNoViolations(screen.getByRole('main'))
  await user.click(choose('Balance sheet'))
  await screen.findByRole('heading', { name: 'No points yet' })
  await user.click(choose('Given'))
  expect((await screen.findByRole('link', { name: 'Thank someone' })).getAttribute('href')).toBe(
    '/feed',
  )
  profile = makeOwnProfile({ posts_count: 1 })
  serve({ 'profiles.posts': () => pageOf([makePost({ description: 'The very first' })], null) })
  await act(() => client.invalidateQueries())
  await screen.findByRole('heading', { name: 'At a glance' })
  await findPost('The very first')
})

test('/profile/me opens the own profile and keeps the query', async () => {
  const profile = makeOwnProfile()
  await renderProfile({ ...profile, id: 'me' }, '?tab=given', { 'profiles.get': () => profile })
  await screen.findByRole('heading', { level: 1, name: 'Nora Albrecht' })
  expect(location.pathname + location.search).toBe(`/profile/${config.user.id}?tab=given`)
})

test.each([
  ['that answers 500', () => refuse('unknown')],
  ['that does not answer', loseConnection],
])('a profile from a server %s redirects to /404 with a link back', async (_, fail) => {
  const profile = makeProfile()
  const { user } = await renderProfile(profile, '?tab=given', { 'profiles.get': fail })
  await screen.findByRole('heading', { level: 1, name: 'We couldn’t load this' })
  expect(location.pathname).toBe('/404')
  await expectNoViolations(screen.getByRole('main'))
  serve({ 'profiles.get': () => profile })
  await user.click(screen.getByRole('link', { name: 'Try again' }))
  await screen.findByRole('heading', { level: 1, name: 'Tomás Pereira' })
  expect(location.pathname + location.search).toBe(`/profile/${profile.id}?tab=given`)
})
