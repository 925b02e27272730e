import { afterEach, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import type { PurchaseOutcome } from '#contract/schemas/purchases.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { addBalance, getBalance, makeMember, makeTeam } from '#tests/support/factories.ts'
import { serverErrors, setupTwoProcesses } from '#tests/support/processes.ts'
import { makeReward } from '#tests/support/concurrent-calls.ts'

/** Decisions about many purchases, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
afterEach(() => t.checkLedger())

type Decisions = { results: { id: string; outcome: PurchaseOutcome }[] }
const countDone = (reply: { body: Decisions }) =>
  reply.body.results.filter(({ outcome }) => outcome === 'done').length

async function makePurchases(count: number) {
  const team = await makeTeam(t)
  const [buyer, other] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id, { permissions: { rewards_administrator: true } }),
  ]
  await addBalance(t, buyer, count * 10)
  const reward = await makeReward(t, team, { price: 10, available_amount: 1_000 })
  const ids: string[] = []
  for (let n = 0; n < count; n += 1)
    ids.push(
      (await callAlternately<Purchase>('POST', `/shop/rewards/${reward.id}`, buyer.token, {})).body
        .id,
    )
  return { team, buyer, other, reward, ids }
}

test('two concurrent administrators decide each of 40 purchases once', async () => {
  const { team, buyer, other, reward, ids } = await makePurchases(40)
  const send = (token: string, list: string[], decision: string) =>
    callAlternately<Decisions>('POST', '/rewards/purchases', token, { ids: list, decision })
  const replies = await Promise.all([
    send(team.admin.token, ids, 'fulfil'),
    send(other.token, ids.toReversed(), 'decline'),
    send(team.admin.token, ids.toReversed(), 'decline'),
    send(other.token, ids, 'fulfil'),
  ])
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200])
  expect(serverErrors(replies)).toEqual([])
  expect(replies.reduce((sum, reply) => sum + countDone(reply), 0)).toBe(40)
  const outcomes = new Set(
    replies.flatMap((reply) => reply.body.results.map(({ outcome }) => outcome)),
  )
  expect([...outcomes].toSorted()).toEqual(['done', 'purchase_decided'])
  const declined = [replies[1], replies[2]].reduce(
    (sum, reply) => sum + (reply ? countDone(reply) : 0),
    0,
  )
  expect(await getBalance(t, buyer)).toBe(declined * 10)
  const rewards = (await t.call('rewards.list', { token: team.admin.token })).body
  expect(rewards.find((one) => one.id === reward.id)?.available_amount).toBe(960 + declined)
})

test('two concurrent calls with one key decide 20 purchases once', async () => {
  const { team, buyer, ids } = await makePurchases(20)
  const send = () =>
    callAlternately<Decisions>(
      'POST',
      '/rewards/purchases',
      team.admin.token,
      { ids, decision: 'decline' },
      'same',
    )
  const replies = await Promise.all([send(), send()])
  expect(replies.map(countDone)).toEqual([20, 20])
  expect(await getBalance(t, buyer)).toBe(200)
})

test('two administrators order 20 purchases at once, each purchase once', async () => {
  const { team, other, ids } = await makePurchases(20)
  const send = (token: string, list: string[]) =>
    callAlternately<Decisions>('POST', '/rewards/purchases', token, {
      ids: list,
      decision: 'order',
    })
  const replies = await Promise.all([
    send(team.admin.token, ids),
    send(other.token, ids.toReversed()),
  ])
  expect(replies.reduce((sum, reply) => sum + countDone(reply), 0)).toBe(20)
  const refused = replies.flatMap((reply) =>
    reply.body.results.filter(({ outcome }) => outcome !== 'done'),
  )
  expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(new Set(['purchase_ordered']))
  const { body } = await t.call('rewards.purchases', {
    token: team.admin.token,
    query: { stage: 'ordered', limit: 50 },
  })
  expect(body.items.map(({ history }) => history.map(({ type }) => type).join())).toEqual(
    ids.map(() => 'redeemed,ordered'),
  )
})

test('a purchase is either ordered or canceled by its buyer', async () => {
  const { team, buyer, ids } = await makePurchases(20)
  const [orders, cancellations] = await Promise.all([
    Promise.all(
      ids.map((id) =>
        callAlternately<Decisions>('POST', '/rewards/purchases', team.admin.token, {
          ids: [id],
          decision: 'order',
        }),
      ),
    ),
    Promise.all(
      ids.map((id) =>
        callAlternately<Purchase>('DELETE', `/shop/purchases/${id}`, buyer.token, undefined),
      ),
    ),
  ])
  const outcomes = orders.map((reply, n) => [
    reply.body.results[0]?.outcome,
    cancellations[n]?.status,
  ])
  for (const outcome of outcomes)
    expect([
      ['done', 409],
      ['purchase_decided', 200],
    ]).toContainEqual(outcome)
  const canceled = cancellations.filter((reply) => reply.status === 200).length
  expect(await getBalance(t, buyer)).toBe(canceled * 10)
})
