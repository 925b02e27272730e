import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Reward } from '#contract/schemas/rewards.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeReward } from '#tests/support/reward-data.ts'
import { callsTo, findDialog, loseConnection, renderApp, serve } from '#tests/support/render.tsx'
import { makeAudience } from '#tests/support/audience-data.ts'

/** Renders the rewards of a team, which additions, copies and deletions change. */
async function renderRewards(rewards: Reward[], path = '/settings/rewards/all') {
  let current = rewards
  const add = (reward: Reward) => {
    current = [...current, reward]
    return reward
  }
  return renderApp(path, {
    api: {
      'rewards.list': () => current,
      'rewards.create': ({ body }) =>
        add(makeReward({ ...body, audience: null, category: body.category ?? 'creative' })),
      'rewards.duplicate': ({ params }) => {
        const copied = current.find(({ id }) => id === params.id)
        return add(makeReward({ title: `${copied?.title} (copy)` }))
      },
      'rewards.delete': ({ params }) => {
        current = current.filter(({ id }) => id !== params.id)
      },
    },
  })
}
const titles = () =>
  within(screen.getByRole('list', { name: 'All rewards' }))
    .queryAllByRole('heading')
    .map((heading) => heading.textContent)
const wire = () =>
  makeReward({ title: 'Wire', price: 25, category: 'creative', created_at: '2026-02-02T00:00:00Z' })
const games = () =>
  makeReward({
    title: 'Games',
    price: 40,
    category: 'group_activities',
    created_at: '2026-01-01T00:00:00Z',
  })
const cooking = () =>
  makeReward({
    title: 'Cooking',
    price: 250,
    category: 'group_activities',
    created_at: '2026-03-03T00:00:00Z',
  })

test('the list names the limits of a reward', async () => {
  const audience = makeAudience({ managers_only: true })
  await renderRewards([
    makeReward({ title: 'Tea' }),
    makeReward({ title: 'Retreat', person_max: 2, person_period: 'year', audience }),
  ])
  await screen.findByText('Goods and experiences · unlimited')
  screen.getByText('Goods and experiences · unlimited · not for everyone · at most 2 a year each')
})

test('a partly funded team reward shows its new price and the funded one', async () => {
  await renderRewards([
    makeReward({ title: 'Pottery', reward_type: 'team', price: 120, filling_price: 100 }),
  ])
  await screen.findByText(/being funded at 100 points/)
  screen.getByText('120')
})

test('order and category of the rewards are in the address', async () => {
  const { user } = await renderRewards([games(), cooking(), wire()])
  await screen.findByText(`3 of ${limits.rewards_max}`)
  expect(titles()).toEqual(['Wire', 'Games', 'Cooking'])
  await user.selectOptions(screen.getByLabelText('Order'), 'newest')
  await waitFor(() => expect(location.search).toBe('?order=newest'))
  expect(titles()).toEqual(['Cooking', 'Wire', 'Games'])
  await user.selectOptions(screen.getByLabelText('Category'), 'group_activities')
  await waitFor(() => expect(location.search).toBe('?order=newest&category=group_activities'))
  expect(titles()).toEqual(['Cooking', 'Games'])
})

test('order and category are read from the address', async () => {
  await renderRewards(
    [games(), cooking(), wire()],
    '/settings/rewards/all?order=newest&category=group_activities',
  )
  await screen.findByRole('heading', { name: 'Cooking' })
  expect(titles()).toEqual(['Cooking', 'Games'])
})

test.each(['Save', 'Cancel', 'All rewards'])(
  'the list is filtered as before after the form of a reward and %s',
  async (name) => {
    const filtered = '?order=newest&category=group_activities'
    const { user } = await renderRewards([wire(), games()], `/settings/rewards/all${filtered}`)
    serve({ 'rewards.update': () => games() })
    await user.click(await screen.findByRole('link', { name: 'Edit Games' }))
    await screen.findByRole('textbox', { name: /^Title/ })
    const role = name === 'All rewards' ? 'link' : 'button'
    await user.click(screen.getByRole(role, { name }))
    await waitFor(() => expect(location.pathname).toBe('/settings/rewards/all'))
    expect(location.search).toBe(filtered)
  },
)

test('a category without rewards offers to show all', async () => {
  const { user } = await renderRewards(
    [games()],
    '/settings/rewards/all?category=charity&order=sideways',
  )
  await screen.findByRole('heading', { name: 'Nothing in this category' })
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await screen.findByRole('heading', { name: 'Games' })
  expect(location.search).toBe('?order=sideways')
})

test('a reward is duplicated and the copy deleted after a question', async () => {
  const { user } = await renderRewards([games(), wire()])
  const choose = async (title: string, item: string) => {
    await user.click(await screen.findByRole('button', { name: `More for ${title}` }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Games', 'Duplicate')
  await screen.findByRole('heading', { name: 'Games (copy)' })
  screen.getByText(`3 of ${limits.rewards_max}`)
  await choose('Games (copy)', 'Delete')
  const dialog = await findDialog('Delete Games (copy)')
  await expectNoViolations(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText(`2 of ${limits.rewards_max}`)
  expect(screen.queryByRole('heading', { name: 'Games (copy)' })).toBeNull()
})

test('the menu of a reward has accessible actions', async () => {
  const { user } = await renderRewards([games()])
  await user.click(await screen.findByRole('button', { name: 'More for Games' }))
  await screen.findByRole('menuitem', { name: 'Duplicate' })
  await expectNoViolations(screen.getByRole('menu'))
})

test('a full shop accepts no further reward', async () => {
  await renderRewards(
    Array.from({ length: limits.rewards_max }, (_, n) => makeReward({ title: `Reward ${n}` })),
  )
  await screen.findByText('96 of 96')
  screen.getByText('A team can have at most 96 rewards')
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'New reward' })
  expect(add.disabled).toBe(true)
})

test('a reward list that fails to load offers a retry', async () => {
  const { user } = await renderApp('/settings/rewards/all', {
    api: { 'rewards.list': loseConnection },
  })
  await screen.findByRole('button', { name: 'Try again' })
  await expectNoViolations(screen.getByRole('main'))
  serve({ 'rewards.list': () => [games()] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Games' })
})

test('an empty shop suggests six ideas and shuffles them', async () => {
  const { user } = await renderRewards([])
  await screen.findByRole('heading', { name: 'No rewards yet' })
  const gallery = await screen.findByRole('list', { name: 'Ideas to get you started' })
  const ideas = () =>
    within(gallery)
      .queryAllByRole('heading')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(ideas()).toHaveLength(6))
  const first = ideas()
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('button', { name: 'Shuffle' }))
  const second = ideas()
  expect(second).toHaveLength(6)
  expect(second.filter((title) => first.includes(title))).toEqual([])
})

test('an idea is added with one click and undone with another', async () => {
  const { user } = await renderRewards([], '/settings/rewards/new?kind=team')
  await user.click(await screen.findByRole('button', { name: 'Add Cake for everyone' }))
  await screen.findByText('In your shop')
  expect(callsTo('rewards.create').map(({ body }) => body)).toMatchObject([
    {
      title: 'Cake for everyone',
      price: 40,
      reward_type: 'team',
      emoji: '🍰',
      category: 'group_activities',
    },
  ])
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('button', { name: 'Undo Cake for everyone' }))
  await screen.findByRole('button', { name: 'Add Cake for everyone' })
  expect(callsTo('rewards.delete')).toHaveLength(1)
})

test('an idea that was added earlier cannot be undone', async () => {
  const cake = makeReward({ title: 'Cake for everyone', reward_type: 'team' })
  await renderRewards([cake], '/settings/rewards/new?kind=team')
  await screen.findByText('In your shop')
  expect(screen.queryByRole('button', { name: 'Undo Cake for everyone' })).toBeNull()
})
