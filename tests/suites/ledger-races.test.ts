import { afterEach, expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { getBalance, addBalance, makeMember, makePost, makeTeam } from '#tests/support/factories.ts'
import { successes, runConcurrently, setupTwoProcesses } from '#tests/support/processes.ts'
import { sendPost, makeReward } from '#tests/support/concurrent-calls.ts'

/**
 * Every movement of the ledger, raced over two server processes on one database (promises 1 to 6).
 */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)
afterEach(() => t.checkLedger())

test('50 concurrent posts of 10 succeed 10 times with an allowance of 100', async () => {
  const team = await makeTeam(t)
  const [from, to] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const replies = await runConcurrently(50, () => sendPost(callAlternately, from, [to], team, 10))
  expect(successes(replies)).toHaveLength(10)
  expect(
    new Set(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['no_points']))
  expect(await getBalance(t, to)).toBe(100)
})

test('50 concurrent posts of 10 to three people succeed 3 times with 100', async () => {
  const team = await makeTeam(t)
  const from = await makeMember(t, team.workspace_id)
  const to = await runConcurrently(3, () => makeMember(t, team.workspace_id))
  const replies = await runConcurrently(50, () => sendPost(callAlternately, from, to, team, 10))
  expect(successes(replies)).toHaveLength(3)
  expect(
    replies
      .filter((reply) => reply.status !== 200)
      .every((reply) => reply.codes[0] === 'over_limit'),
  ).toBe(true)
  expect(await Promise.all(to.map((one) => getBalance(t, one)))).toEqual([30, 30, 30])
})

test('50 concurrent redemptions with a balance for one succeed once', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 150)
  const reward = await makeReward(t, team, {})
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
  const reward = await makeReward(t, team, { available_amount: 1 })
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

test('20 concurrent redemptions of a one-time reward succeed once', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await addBalance(t, member, 5_000)
  const reward = await makeReward(t, team, { one_time: true })
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
  const reward = await makeReward(t, team, { available_amount: 1_000 })
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
    const isFulfilled = successes(replies)[0]?.body.status === 'fulfilled'
    // Without a reason a fulfilled purchase is not taken back.
    expect(replies.map((reply) => reply.codes.join())).toEqual(
      isFulfilled
        ? ['', 'required', 'purchase_decided']
        : expect.arrayContaining(['', 'purchase_decided', 'purchase_decided']),
    )
    if (isFulfilled) spent += 1
  }
  expect(await getBalance(t, member)).toBe(10_000 - spent * 100)
  const left = (await t.call('rewards.list', { token: team.admin.token })).body.find(
    (one) => one.id === reward.id,
  )
  expect(left?.available_amount).toBe(1_000 - spent)
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

test('20 concurrent requests with one key and body take effect once', async () => {
  const team = await makeTeam(t)
  const [from, to] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const posts = await runConcurrently(20, () =>
    sendPost(callAlternately, from, [to], team, 10, 'one-intention'),
  )
  expect(successes(posts)).toHaveLength(20)
  expect(new Set(posts.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
  expect(await getBalance(t, to)).toBe(10)
  expect((await sendPost(callAlternately, from, [to], team, 11, 'one-intention')).codes).toEqual([
    'idempotency_mismatch',
  ])

  await addBalance(t, to, 500)
  const reward = await makeReward(t, team, {})
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

test('20 concurrent adjustments of -10 succeed 10 times with 100', async () => {
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
  expect((await sendPost(callAlternately, from, [to], team, 101, 'again')).codes).toEqual([
    'over_limit',
  ])
  expect((await sendPost(callAlternately, from, [to], team, 100, 'again')).status).toBe(200)
  const reward = await makeReward(t, team, {})
  const poor = await makeMember(t, team.workspace_id)
  expect(
    (await callAlternately('POST', `/shop/rewards/${reward.id}`, poor.token, {}, 'later')).codes,
  ).toEqual(['not_enough_points'])
  await addBalance(t, poor, 100)
  expect(
    (await callAlternately('POST', `/shop/rewards/${reward.id}`, poor.token, {}, 'later')).status,
  ).toBe(200)
})
