import { afterEach, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  getBalance,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  serverErrors,
  successes,
  runConcurrently,
  setupTwoProcesses,
} from '#tests/support/processes.ts'
import { sendContribution, makeMembersWithBalance } from '#tests/support/concurrent-calls.ts'

/** Team rewards, raced over two server processes on one database (promises 1 to 6). */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
afterEach(() => t.checkLedger())

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
const purchasesOf = async (team: Team) =>
  (await t.call('rewards.purchases', { token: team.admin.token, query: { limit: 100 } })).body.items

test('30 concurrent contributions of 7 fill a reward of 100 exactly', async () => {
  const team = await makeTeam(t)
  const people = await makeMembersWithBalance(t, team, 30, 7)
  const reward = await makeTeamReward(t, team, { available_amount: 1 })
  const replies = await Promise.all(
    people.map((person) => sendContribution(callAlternately, person, reward, 7)),
  )
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
      .map((person) => sendContribution(callAlternately, person, reward, 2)),
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
  const people = await makeMembersWithBalance(t, team, 20, 10)
  const reward = await makeTeamReward(t, team, { price: 10, available_amount: 2 })
  const replies = await Promise.all(
    people.map((person) => sendContribution(callAlternately, person, reward, 10)),
  )
  expect(successes(replies)).toHaveLength(2)
  expect(
    new Set(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['out_of_stock']))
  expect((await purchasesOf(team)).map((one) => one.status)).toEqual(['purchased', 'purchased'])
})

test('concurrent completion and withdrawal leave the reward full or open', async () => {
  const team = await makeTeam(t)
  const [early, late] = (await makeMembersWithBalance(t, team, 2, 100)) as [Member, Member]
  for (let round = 0; round < 20; round += 1) {
    const reward = await makeTeamReward(t, team, {})
    const {
      body: { id },
    } = await sendContribution(callAlternately, early, reward, 60)
    const [filled, left] = await Promise.all([
      sendContribution(callAlternately, late, reward, 40),
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
  const people = await makeMembersWithBalance(t, team, 4, 100)
  const [anna, ben, carl, dora] = people as [Member, Member, Member, Member]
  for (let round = 0; round < 20; round += 1) {
    const reward = await makeTeamReward(t, team, { available_amount: 3 })
    const {
      body: { id },
    } = await sendContribution(callAlternately, anna, reward, 30)
    await sendContribution(callAlternately, ben, reward, 20)
    const replies = await Promise.all([
      sendContribution(callAlternately, carl, reward, 50),
      callAlternately<Purchase>('POST', `/rewards/purchases/${id}`, team.admin.token, {
        force: true,
      }),
      sendContribution(callAlternately, dora, reward, 10),
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
  const [member] = (await makeMembersWithBalance(t, team, 1, 100)) as [Member]
  const reward = await makeTeamReward(t, team, {})
  const replies = await runConcurrently(20, () =>
    sendContribution(callAlternately, member, reward, 9, 'one-part'),
  )
  expect(successes(replies)).toHaveLength(20)
  expect(await getBalance(t, member)).toBe(91)
  expect((await sendContribution(callAlternately, member, reward, 10, 'one-part')).codes).toEqual([
    'idempotency_mismatch',
  ])
})

test('deleting contributors during a decision loses no point', async () => {
  for (let round = 0; round < 8; round += 1) {
    const team = await makeTeam(t)
    const [leaver, stayer] = (await makeMembersWithBalance(t, team, 2, 100)) as [Member, Member]
    const rewards = (await runConcurrently(2, () =>
      makeTeamReward(t, team, { available_amount: 3 }),
    )) as [string, string]
    const open = (await Promise.all(
      rewards.map(
        async (reward) => (await sendContribution(callAlternately, leaver, reward, 30)).body.id,
      ),
    )) as [string, string]
    const replies = await Promise.all([
      callAlternately('DELETE', `/users/${leaver.user_id}`, team.admin.token),
      sendContribution(callAlternately, stayer, rewards[0], 70),
      sendContribution(callAlternately, stayer, rewards[1], 10),
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
