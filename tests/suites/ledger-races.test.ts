import { afterEach, expect, test } from 'vitest'
import type { Purchase, Reward } from '#contract/schemas/rewards.ts'
import type { Post } from '#contract/schemas/posts.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  getBalance,
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  serverErrors,
  successes,
  runConcurrently,
  type ApiReply,
  setupTwoProcesses,
} from '#tests/support/processes.ts'

/**
 * Every movement of the ledger, raced over two server processes on one database (promises 1 to 6).
 */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
afterEach(() => t.checkLedger())

const createPost = (from: Member, to: Member[], team: Team, score: number, key?: string) =>
  callAlternately<Post>(
    'POST',
    '/posts',
    from.token,
    {
      to_id: to.map((one) => one.user_id),
      value_id: team.value_id,
      score,
      description: 'Thank you for everything',
    },
    key,
  )
async function makeReward(team: Team, fields: object): Promise<Reward> {
  return (
    await t.call('rewards.create', {
      token: team.admin.token,
      body: { title: 'Cake', price: 100, ...fields },
    })
  ).body
}

test('50 concurrent posts of 10 pass 10 times on an allowance of 100', async () => {
  const team = await makeTeam(t)
  const [from, to] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const replies = await runConcurrently(50, () => createPost(from, [to], team, 10))
  expect(successes(replies)).toHaveLength(10)
  expect(
    new Set(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['no_points']))
  expect(await getBalance(t, to)).toBe(100)
})

test('50 concurrent posts of 10 to three people pass 3 times on 100', async () => {
  const team = await makeTeam(t)
  const from = await makeMember(t, team.workspace_id)
  const to = await runConcurrently(3, () => makeMember(t, team.workspace_id))
  const replies = await runConcurrently(50, () => createPost(from, to, team, 10))
  expect(successes(replies)).toHaveLength(3)
  expect(
    replies
      .filter((reply) => reply.status !== 200)
      .every((reply) => reply.codes[0] === 'over_limit'),
  ).toBe(true)
  expect(await Promise.all(to.map((one) => getBalance(t, one)))).toEqual([30, 30, 30])
})

test('50 concurrent redemptions with a balance for one pass once', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 150)
  const reward = await makeReward(team, {})
  const replies = await runConcurrently(50, () =>
    callAlternately<Purchase>('POST', `/shop/rewards/${reward.id}`, member.token, {}),
  )
  expect(successes(replies)).toHaveLength(1)
  expect(await getBalance(t, member)).toBe(50)
})

test('the last unit goes to one of 20 concurrent buyers', async () => {
  const team = await makeTeam(t)
  const buyers = await runConcurrently(20, () => makeMember(t, team.workspace_id))
  for (const buyer of buyers) await addBalance(t, buyer, 100)
  const reward = await makeReward(team, { available_amount: 1 })
  const replies = await Promise.all(
    buyers.map((buyer) =>
      callAlternately<Purchase>('POST', `/shop/rewards/${reward.id}`, buyer.token, {}),
    ),
  )
  expect(successes(replies)).toHaveLength(1)
  expect(
    new Set(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['out_of_stock']))
  expect(
    (await Promise.all(buyers.map((one) => getBalance(t, one)))).reduce((sum, one) => sum + one, 0),
  ).toBe(1_900)
})

test('a one-time reward redeemed 20 times concurrently passes once', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 5_000)
  const reward = await makeReward(team, { one_time: true })
  const replies = await runConcurrently(20, () =>
    callAlternately<Purchase>('POST', `/shop/rewards/${reward.id}`, member.token, {}),
  )
  expect(successes(replies)).toHaveLength(1)
  expect(
    new Set(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['one_time_used']))
})

test('concurrent fulfil, decline and cancel give at most one refund', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 100 * 100)
  const reward = await makeReward(team, { available_amount: 1_000 })
  let spent = 0
  for (let round = 0; round < 100; round += 1) {
    const {
      body: { id },
    } = await callAlternately<Purchase>('POST', `/shop/rewards/${reward.id}`, member.token, {})
    const replies = await Promise.all([
      callAlternately<Purchase>('POST', `/rewards/purchases/${id}`, team.admin.token, {}),
      callAlternately<Purchase>('DELETE', `/rewards/purchases/${id}`, team.admin.token, {
        reason: '',
      }),
      callAlternately<Purchase>('DELETE', `/shop/purchases/${id}`, member.token),
    ])
    expect(successes(replies)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)).toEqual(
      ['purchase_decided', 'purchase_decided'],
    )
    if (successes(replies)[0]?.body.status === 'fulfilled') spent += 1
  }
  expect(await getBalance(t, member)).toBe(10_000 - spent * 100)
  const left = (await t.call('rewards.list', { token: team.admin.token })).body.find(
    (one) => one.id === reward.id,
  )
  expect(left?.available_amount).toBe(1_000 - spent)
})

const contribute = (member: Member, reward: string, amount: number, key?: string) =>
  callAlternately<Purchase & { errors?: { params?: { price: number } }[] }>(
    'POST',
    `/shop/rewards/${reward}`,
    member.token,
    { amount },
    key,
  )
async function makeMembersWithBalance(
  team: Team,
  count: number,
  amount: number,
): Promise<Member[]> {
  const members = await runConcurrently(count, () => makeMember(t, team.workspace_id))
  for (const member of members) await addBalance(t, member, amount)
  return members
}
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
const purchasesOf = async (team: Team) =>
  (await t.call('rewards.purchases', { token: team.admin.token, query: { limit: 100 } })).body.items

test('30 concurrent contributions of 7 fill a reward of 100 exactly', async () => {
  const team = await makeTeam(t)
  const people = await makeMembersWithBalance(team, 30, 7)
  const reward = await makeTeamReward(t, team, { available_amount: 1 })
  const replies = await Promise.all(people.map((person) => contribute(person, reward, 7)))
  expect(successes(replies)).toHaveLength(14)
  const refused = replies.filter((reply) => reply.status !== 200)
  expect(new Set(refused.flatMap((reply) => reply.codes))).toEqual(new Set(['price_too_high']))
  expect(new Set(refused.map((reply) => reply.body.errors?.[0]?.params?.price))).toEqual(
    new Set([2]),
  )
  // The refused contributors all add the missing points concurrently: one of them completes the
  // reward.
  const second = await Promise.all(
    people
      .filter((_, index) => replies[index]?.status !== 200)
      .map((person) => contribute(person, reward, 2)),
  )
  expect(successes(second)).toHaveLength(1)
  expect(
    new Set(second.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['out_of_stock']))
  const purchases = await purchasesOf(team)
  expect(purchases.map((one) => [one.status, one.contributed])).toEqual([['purchased', 100]])
  expect(sum(await Promise.all(people.map((one) => getBalance(t, one))))).toBe(30 * 7 - 100)
})

test('the stock of a team reward never drops below zero', async () => {
  const team = await makeTeam(t)
  const people = await makeMembersWithBalance(team, 20, 10)
  const reward = await makeTeamReward(t, team, { price: 10, available_amount: 2 })
  const replies = await Promise.all(people.map((person) => contribute(person, reward, 10)))
  expect(successes(replies)).toHaveLength(2)
  expect(
    new Set(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['out_of_stock']))
  expect((await purchasesOf(team)).map((one) => one.status)).toEqual(['purchased', 'purchased'])
})

test('completing and withdrawing concurrently leaves full or open', async () => {
  const team = await makeTeam(t)
  const [early, late] = (await makeMembersWithBalance(team, 2, 100)) as [Member, Member]
  for (let round = 0; round < 20; round += 1) {
    const reward = await makeTeamReward(t, team, {})
    const {
      body: { id },
    } = await contribute(early, reward, 60)
    const [filled, left] = await Promise.all([
      contribute(late, reward, 40),
      callAlternately<Purchase>('DELETE', `/shop/purchases/${id}`, early.token),
    ])
    expect(filled.status).toBe(200)
    if (left.status === 200)
      expect([left.body.status, filled.body.contributed]).toEqual([
        filled.body.id === id ? 'pending' : 'declined',
        40,
      ])
    else expect([left.codes, filled.body.status]).toEqual([['purchase_decided'], 'purchased'])
    expect((await getBalance(t, early)) + (await getBalance(t, late))).toBe(
      left.status === 200 ? 160 : 100,
    )
    await callAlternately('DELETE', `/rewards/purchases/${filled.body.id}`, team.admin.token, {
      reason: '',
    })
    expect([await getBalance(t, early), await getBalance(t, late)]).toEqual([100, 100])
  }
})

test('concurrent team reward decisions lose no point', async () => {
  const team = await makeTeam(t)
  const people = await makeMembersWithBalance(team, 4, 100)
  const [anna, ben, carl, dora] = people as [Member, Member, Member, Member]
  for (let round = 0; round < 20; round += 1) {
    const reward = await makeTeamReward(t, team, { available_amount: 3 })
    const {
      body: { id },
    } = await contribute(anna, reward, 30)
    await contribute(ben, reward, 20)
    const replies = await Promise.all([
      contribute(carl, reward, 50),
      callAlternately<Purchase>('POST', `/rewards/purchases/${id}`, team.admin.token, {
        force: true,
      }),
      contribute(dora, reward, 10),
      ...(round % 2
        ? [
            callAlternately<Purchase>('DELETE', `/rewards/purchases/${id}`, team.admin.token, {
              reason: '',
            }),
            callAlternately<Purchase>('DELETE', `/shop/purchases/${id}`, ben.token),
          ]
        : []),
    ])
    expect(replies.flatMap((reply) => (reply.status >= 500 ? [reply.body] : []))).toEqual([])
    const purchases = (await purchasesOf(team)).filter((one) => one.reward_id === reward)
    for (const one of purchases)
      if (one.status === 'purchased') expect(one.contributed + one.company_part).toBe(100)
    for (const one of purchases)
      if (one.status !== 'declined')
        await callAlternately('DELETE', `/rewards/purchases/${one.id}`, team.admin.token, {
          reason: '',
        })
    expect(await Promise.all(people.map((one) => getBalance(t, one)))).toEqual([100, 100, 100, 100])
    expect(
      (await t.call('rewards.list', { token: team.admin.token })).body.find(
        (one) => one.id === reward,
      )?.available_amount,
    ).toBe(3)
  }
})

test('20 concurrent contributions with one key take effect once', async () => {
  const team = await makeTeam(t)
  const [member] = (await makeMembersWithBalance(team, 1, 100)) as [Member]
  const reward = await makeTeamReward(t, team, {})
  const replies = await runConcurrently(20, () => contribute(member, reward, 9, 'one-part'))
  expect(successes(replies)).toHaveLength(20)
  expect(await getBalance(t, member)).toBe(91)
  expect((await contribute(member, reward, 10, 'one-part')).codes).toEqual(['idempotency_mismatch'])
})

test('deleting contributors during a decision loses no point', async () => {
  for (let round = 0; round < 8; round += 1) {
    const team = await makeTeam(t)
    const [leaver, stayer] = (await makeMembersWithBalance(team, 2, 100)) as [Member, Member]
    const rewards = (await runConcurrently(2, () =>
      makeTeamReward(t, team, { available_amount: 3 }),
    )) as [string, string]
    const open = (await Promise.all(
      rewards.map(async (reward) => (await contribute(leaver, reward, 30)).body.id),
    )) as [string, string]
    const replies = await Promise.all([
      callAlternately('DELETE', `/users/${leaver.user_id}`, team.admin.token),
      contribute(stayer, rewards[0], 70),
      contribute(stayer, rewards[1], 10),
      callAlternately('DELETE', `/rewards/purchases/${open[1]}`, team.admin.token, { reason: '' }),
      callAlternately('POST', `/rewards/purchases/${open[round % 2]}`, team.admin.token, {
        force: true,
      }),
      callAlternately('DELETE', `/shop/purchases/${open[0]}`, leaver.token),
    ])
    expect(serverErrors(replies)).toEqual([])
    await t.checkLedger()
  }
})

test('a post deleted 20 times concurrently is reversed once', async () => {
  const team = await makeTeam(t)
  const [from, to] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const post = await makePost(t, from, [to], team.value_id, 30)
  const replies = await runConcurrently(20, (n) =>
    callAlternately('DELETE', `/posts/${post}`, n % 2 ? from.token : team.admin.token),
  )
  expect(successes(replies)).toHaveLength(1)
  expect(
    replies.filter((reply) => reply.status !== 200).every((reply) => reply.status === 404),
  ).toBe(true)
  expect(await getBalance(t, to)).toBe(0)
  expect((await t.call('config.get', { token: from.token })).body.allowance.score_remaining).toBe(
    100,
  )
})

test('16 workers of posts and deletions cause no deadlock', async () => {
  const team = await makeTeam(t, { limit: null })
  const people = await runConcurrently(10, () => makeMember(t, team.workspace_id))
  const statuses = new Map<number, number>()
  const created: string[] = []
  await runConcurrently(16, async (worker) => {
    for (let n = 0; n < 20; n += 1) {
      const mixed = people
        .map((person, index) => ({ person, order: (index * 7 + worker * 13 + n * 31) % 11 }))
        .sort((a, b) => a.order - b.order)
        .map((one) => one.person)
      const [from, ...to] = mixed.slice(0, 2 + ((worker + n) % 5))
      const reply =
        n % 5 === 4 && created.length
          ? await callAlternately('DELETE', `/posts/${created.splice(0, 1)[0]}`, team.admin.token)
          : await createPost(from as Member, to, team, 1 + (n % 9))
      if (reply.status === 200 && 'score' in (reply.body as object))
        created.push((reply.body as Post).id)
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    }
  })
  expect([...statuses.keys()]).toEqual([200])
})

test('20 concurrent requests with one key and body take effect once', async () => {
  const team = await makeTeam(t)
  const [from, to] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const posts = await runConcurrently(20, () => createPost(from, [to], team, 10, 'one-intention'))
  expect(successes(posts)).toHaveLength(20)
  expect(new Set(posts.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
  expect(await getBalance(t, to)).toBe(10)
  expect((await createPost(from, [to], team, 11, 'one-intention')).codes).toEqual([
    'idempotency_mismatch',
  ])

  await addBalance(t, to, 500)
  const reward = await makeReward(team, {})
  const bought = await runConcurrently(20, () =>
    callAlternately<Purchase>(
      'POST',
      `/shop/rewards/${reward.id}`,
      to.token,
      { comment: 'x' },
      'one-purchase',
    ),
  )
  expect(successes(bought)).toHaveLength(20)
  expect(new Set(bought.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
  expect(await getBalance(t, to)).toBe(410)
  expect(
    (
      await callAlternately(
        'POST',
        `/shop/rewards/${reward.id}`,
        to.token,
        { comment: 'y' },
        'one-purchase',
      )
    ).codes,
  ).toEqual(['idempotency_mismatch'])
})

test('20 concurrent adjustments of -10 pass 10 times on 100', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 100)
  const replies = await runConcurrently(20, () =>
    callAlternately('PUT', `/coins/${member.user_id}`, team.admin.token, { amount: -10 }),
  )
  expect(successes(replies)).toHaveLength(10)
  expect(
    new Set(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['invalid_amount']))
  expect(await getBalance(t, member)).toBe(0)
})

test('a refused request leaves its key usable', async () => {
  const team = await makeTeam(t)
  const [from, to] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  expect((await createPost(from, [to], team, 101, 'again')).codes).toEqual(['over_limit'])
  expect((await createPost(from, [to], team, 100, 'again')).status).toBe(200)
  const reward = await makeReward(team, {})
  const poor = await makeMember(t, team.workspace_id)
  expect(
    (await callAlternately('POST', `/shop/rewards/${reward.id}`, poor.token, {}, 'later')).codes,
  ).toEqual(['not_enough_points'])
  await addBalance(t, poor, 100)
  expect(
    (await callAlternately('POST', `/shop/rewards/${reward.id}`, poor.token, {}, 'later')).status,
  ).toBe(200)
})

test('ledger sums to zero in every snapshot under 16 concurrent writers', async () => {
  const team = await makeTeam(t, { limit: null })
  const people = await makeMembersWithBalance(team, 6, 500)
  const reward = await makeReward(team, { price: 7, available_amount: 50 })
  const shared = await makeTeamReward(t, team, { price: 20 })
  const state = { looks: 0, over: false }
  const created: { posts: string[]; purchases: string[] } = { posts: [], purchases: [] }
  // Every write is acknowledged before another worker reverses it.
  const writes: ((person: Member, n: number) => Promise<ApiReply<unknown>>)[] = [
    async (person, n) => {
      const reply = await createPost(
        person,
        people.filter((one, at) => one !== person && (at + n) % 2),
        team,
        1 + (n % 9),
      )
      if (reply.status === 200) created.posts.push(reply.body.id)
      return reply
    },
    async (person) => {
      const reply = await callAlternately<Purchase>(
        'POST',
        `/shop/rewards/${reward.id}`,
        person.token,
        {},
      )
      if (reply.status === 200) created.purchases.push(reply.body.id)
      return reply
    },
    (person, n) => contribute(person, shared, 1 + (n % 4)),
    () =>
      callAlternately(
        'DELETE',
        `/posts/${created.posts.shift() ?? people[0]?.user_id}`,
        team.admin.token,
      ),
    (_, n) =>
      callAlternately(
        n % 2 ? 'POST' : 'DELETE',
        `/rewards/purchases/${created.purchases.shift() ?? people[0]?.user_id}`,
        team.admin.token,
        {},
      ),
    (person, n) =>
      callAlternately('PUT', `/coins/${person.user_id}`, team.admin.token, {
        amount: n % 2 ? 5 : -5,
      }),
    (person, n) =>
      callAlternately(
        'POST',
        `/posts/${created.posts.at(-1) ?? people[0]?.user_id}/add_ons`,
        people[(n + 1) % 6]?.token ?? person.token,
        { score: 1 },
      ),
  ]
  const replies: ApiReply<unknown>[] = []
  // Recomputes the whole ledger in one snapshot after another, without a pause.
  const reader = async () => {
    while (!state.over) {
      await t.checkLedger()
      state.looks += 1
    }
  }
  // Workers run until the reader has taken enough snapshots. A failing worker stops all.
  const worker = async (w: number) => {
    for (let n = 0; !state.over && (n < 14 || state.looks < 4) && n < 2_000; n += 1)
      replies.push(
        await (writes[(w + n) % writes.length] as (typeof writes)[number])(
          people[(w * 5 + n) % 6] as Member,
          w + n,
        ),
      )
  }
  const isDone = () => {
    state.over = true
  }
  await Promise.all([reader().finally(isDone), runConcurrently(16, worker).finally(isDone)])
  expect(state.looks).toBeGreaterThan(3)
  expect(serverErrors(replies)).toEqual([])
  expect(successes(replies).length).toBeGreaterThan(50)
})
