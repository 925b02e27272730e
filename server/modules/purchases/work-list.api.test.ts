import { afterAll, beforeAll, expect, test } from 'vitest'
import type { QueryInputOf } from '#contract/routes/index.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { limits } from '#contract/limits.ts'
import { newId } from '#server/platform/ids.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
let [mira, bo]: Member[] = []
/** Purchases by a short name, oldest first. */
const purchases: Record<string, Purchase> = {}
type ListQuery = Omit<QueryInputOf<'rewards.purchases'>, 'limit'> & { limit?: number }

const createReward = async (title: string, price: number) =>
  (await t.call('rewards.create', { token: team.admin.token, body: { title, price } })).body.id
async function redeem(name: string, buyer: Member | undefined, reward: string, body: object = {}) {
  if (!buyer) throw new Error('nobody')
  const reply = await t.call('shop.redeem', { token: buyer.token, params: { id: reward }, body })
  purchases[name] = reply.body
  t.clock.advance(86_400_000)
}

beforeAll(async () => {
  team = await makeTeam(t, { timezone: 'Pacific/Auckland' })
  mira = await makeMember(t, team.workspace_id, { first_name: 'Mira', last_name: 'Okafor' })
  bo = await makeMember(t, team.workspace_id, { first_name: 'Bo', last_name: 'Zhang' })
  for (const member of [mira, bo]) await addBalance(t, member, 5_000)
  const [cake, mug, lunch] = [
    await createReward('Cake 100%', 100),
    await createReward('Mug', 30),
    await makeTeamReward(t, team, { price: 50 }),
  ]
  await redeem('cake1', mira, cake, { comment: 'No nuts' })
  await redeem('mug', bo, mug)
  await redeem('cake2', bo, cake)
  await redeem('lunch', mira, lunch, { amount: 20 })
  await redeem('done', mira, mug)
  await redeem('declined', bo, mug)
  const decide = (decision: 'fulfil' | 'decline', name: string) =>
    t.call('rewards.decide_purchases', {
      token: team.admin.token,
      body: { ids: [purchases[name]?.id ?? ''], decision },
    })
  await decide('fulfil', 'done')
  await decide('decline', 'declined')
})
afterAll(() => t.checkLedger())

const nameOf = (id: string) => Object.keys(purchases).find((name) => purchases[name]?.id === id)
const list = async (query: ListQuery, token = team.admin.token) =>
  (await t.call('rewards.purchases', { token, query })).body
const names = async (query: ListQuery) => (await list(query)).items.map((item) => nameOf(item.id))

test('lists the purchases of each stage', async () => {
  expect(await names({ stage: 'to_do', sort: 'date' })).toEqual(['cake1', 'mug', 'cake2'])
  expect(await names({ stage: 'in_progress' })).toEqual(['lunch'])
  expect(await names({ stage: 'done' })).toEqual(['done'])
  expect(await names({ stage: 'declined' })).toEqual(['declined'])
})

test('moves a fully funded team reward to the stage to do', async () => {
  const id = await makeTeamReward(t, team, { price: 10 })
  await redeem('trip', mira, id, { amount: 10 })
  expect(await names({ stage: 'to_do', reward_id: id })).toEqual(['trip'])
  await t.call('rewards.decide_purchases', {
    token: team.admin.token,
    body: { ids: [purchases['trip']?.id ?? ''], decision: 'decline' },
  })
  delete purchases['trip']
})

test.each<[NonNullable<ListQuery['sort']>, string[]]>([
  ['date', ['cake1', 'mug', 'cake2']],
  ['reward', ['cake1', 'cake2', 'mug']],
  ['buyer', ['mug', 'cake2', 'cake1']],
  ['points', ['mug', 'cake1', 'cake2']],
])('sorts by %s in both orders across pages', async (sort, expected) => {
  expect(await names({ stage: 'to_do', sort })).toEqual(expected)
  const pages: (string | undefined)[] = []
  let cursor: string | undefined
  do {
    const page = await list({
      stage: 'to_do',
      sort,
      order: 'desc',
      limit: 1,
      ...(cursor ? { cursor } : {}),
    })
    pages.push(...page.items.map((item) => nameOf(item.id)))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(pages).toEqual(expected.toReversed())
})

test('sorting by reward keeps rewards with one title apart', async () => {
  const own = await makeTeam(t)
  await addBalance(t, own.admin, 100)
  const { token } = own.admin
  const makeHoodie = async (title: string) =>
    (await t.call('rewards.create', { token, body: { title, price: 10 } })).body.id
  const [first, second] = [await makeHoodie('Hoodie'), await makeHoodie('hoodie')]
  const redeemBoth = async () => {
    for (const id of [first, second])
      await t.call('shop.redeem', { token, params: { id }, body: {} })
  }
  const listRewards = async () =>
    (await list({ sort: 'reward' }, token)).items.map((item) => item.reward_id)
  await redeemBoth()
  await redeemBoth()
  expect(await listRewards()).toEqual([first, first, second, second])
  await t.call('rewards.update', { token, params: { id: first }, body: { title: 'Jumper' } })
  await redeemBoth()
  expect(await listRewards()).toEqual([second, second, second, first, first, first])
})

test('refuses a cursor of another sort order', async () => {
  const { next_cursor: cursor } = await list({ stage: 'to_do', sort: 'reward', limit: 1 })
  for (const sort of ['date', 'points', undefined] as const) {
    const { status } = await t.call('rewards.purchases', {
      token: team.admin.token,
      query: { stage: 'to_do', cursor: cursor ?? '', ...(sort ? { sort } : {}) },
    })
    expect([sort, status]).toEqual([sort, 400])
  }
})

test('searches buyers, their addresses and titles by every word', async () => {
  const search = (text: string) => names({ stage: 'to_do', sort: 'date', search: text })
  expect(await search('okaf')).toEqual(['cake1'])
  expect(await search('bo CAKE')).toEqual(['cake2'])
  expect(await search(bo?.email ?? '')).toEqual(['mug', 'cake2'])
  expect(await search('100%')).toEqual(['cake1', 'cake2'])
  expect(await search('m%g')).toEqual([])
  expect(await search('nobody')).toEqual([])
})

test('filters by days in the workspace time zone', async () => {
  const days = (from: string, to: string) =>
    names({ stage: 'to_do', sort: 'date', ...(from ? { from } : {}), ...(to ? { to } : {}) })
  // 12:00 UTC on 15 June is midnight of the 16th in Auckland.
  expect(await days('2026-06-16', '2026-06-16')).toEqual(['cake1'])
  expect(await days('2026-06-17', '')).toEqual(['mug', 'cake2'])
  expect(await days('', '2026-06-15')).toEqual([])
})

test('counts stages and rewards of a filter', async () => {
  const counts = async (query: QueryInputOf<'rewards.purchase_counts'>) =>
    (await t.call('rewards.purchase_counts', { token: team.admin.token, query })).body
  const all = await counts({ stage: 'to_do' })
  expect(all.stages).toMatchObject({ to_do: 3, in_progress: 1, done: 1 })
  expect(all.rewards.map((reward) => [reward.title, reward.count])).toEqual([
    ['Cake 100%', 2],
    ['Mug', 1],
  ])
  const found = await counts({ stage: 'to_do', search: 'mug' })
  expect(found.stages).toEqual({ to_do: 1, ordered: 0, in_progress: 0, done: 1, declined: 1 })
  expect(found.rewards.map((reward) => reward.title)).toEqual(['Mug'])
  const ofMug = await counts({ stage: 'to_do', reward_id: found.rewards[0]?.id ?? '' })
  expect([ofMug.stages.to_do, ofMug.rewards.length]).toEqual([1, 2])
})

test('returns the ids of a filter and the number of open purchases', async () => {
  const { body } = await t.call('rewards.purchase_ids', {
    token: team.admin.token,
    query: { stage: 'to_do', search: 'cake' },
  })
  expect(body.ids.map(nameOf)).toEqual(['cake1', 'cake2'])
  const open = await t.call('rewards.open_purchases', { token: team.admin.token })
  expect(open.body).toEqual({ count: 3 })
})

test('exports chosen purchases only', async () => {
  const { body, headers } = await t.call('rewards.export_purchases', {
    token: team.admin.token,
    query: {},
    body: { ids: ['cake1', 'mug'].map((name) => purchases[name]?.id ?? '') },
  })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(body.trim().split('\r\n')).toHaveLength(3)
  expect(body).toMatch(/Mira Okafor,[^,]+@[^,]+,Cake 100%/)
})

test('shows addresses only to administrators who fulfil purchases', async () => {
  const billing = await makeMember(t, team.workspace_id, {
    permissions: { billing_administrator: true },
  })
  const email = async (token: string) =>
    (await list({ stage: 'to_do', search: 'okafor' }, token)).items[0]?.contributions[0]?.email
  expect(await email(team.admin.token)).toBe(mira?.email)
  expect(await email(billing.token)).toBeNull()
  expect((await t.call('rewards.open_purchases', { token: billing.token })).codes).toEqual([
    'forbidden',
  ])
  const own = (await t.call('shop.purchases', { token: mira?.token ?? '' })).body.items
  expect(new Set(own.map((item) => item.contributions[0]?.email))).toEqual(new Set([null]))
})

test('finds parts of addresses only for those who see addresses', async () => {
  const { token } = await makeMember(t, team.workspace_id, {
    permissions: { billing_administrator: true },
  })
  const address = bo?.email ?? ''
  const part = address.slice(0, -1)
  const found = async (search: string, by: string) =>
    (await list({ stage: 'to_do', search }, by)).items.length
  expect([await found(part, team.admin.token), await found(part, token)]).toEqual([2, 0])
  expect(await found(address.toUpperCase(), token)).toBe(2)
  const { body } = await t.call('rewards.purchase_counts', { token, query: { search: part } })
  expect(body.stages.to_do).toBe(0)
})

test('bounds the ids of a selection and answers fast with 20,000 purchases', async () => {
  const crowd = await makeTeam(t)
  const reward = (
    await t.call('rewards.create', { token: crowd.admin.token, body: { title: 'Tea', price: 5 } })
  ).body.id
  const at = t.clock.now()
  const rows = Array.from({ length: 20_000 }, (_, n) => ({
    workspace_id: crowd.workspace_id,
    id: newId(new Date(at.getTime() - n * 1_000)),
    reward_id: reward,
    status: n % 2 ? ('pending' as const) : ('fulfilled' as const),
    title: `Tea ${n % 50}`,
    emoji: '',
    price: 5,
    type: 'manual' as const,
    reward_type: 'individual' as const,
    created_by: crowd.admin.user_id,
    created_at: at,
    status_changed_at: at,
  }))
  await t.services.db.tenant(crowd.workspace_id, async (trx) => {
    for (let n = 0; n < rows.length; n += 2_000)
      await trx
        .insertInto('purchases')
        .values(rows.slice(n, n + 2_000))
        .execute()
  })
  const { token } = crowd.admin
  const started = performance.now()
  const { body } = await t.call('rewards.purchase_ids', { token, query: { stage: 'to_do' } })
  expect(body.ids).toHaveLength(limits.purchase_selection_max)
  const counts = await t.call('rewards.purchase_counts', { token, query: { search: 'tea 7' } })
  expect(counts.body.stages.to_do + counts.body.stages.done).toBeGreaterThan(400)
  for (const sort of ['date', 'reward', 'buyer', 'points'] as const)
    expect(
      (await list({ stage: 'done', sort, search: 'tea', limit: 50 }, token)).items,
    ).toHaveLength(50)
  // Each call takes well below 100 ms; the bound leaves room for a busy machine.
  expect(performance.now() - started).toBeLessThan(6 * 1_000)
  await t.services.db.tenant(crowd.workspace_id, (trx) =>
    trx.deleteFrom('purchases').where('workspace_id', '=', crowd.workspace_id).execute(),
  )
})
