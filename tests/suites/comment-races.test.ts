import { afterEach, expect, test } from 'vitest'
import type { Comment, Post } from '#contract/schemas/posts.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import type { RollupDifference } from '#server/modules/reports/rollup-queries.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  getBalance,
  makeMember,
  makePost,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  forbidDeadlocks,
  runConcurrently,
  serverErrors,
  setupTwoProcesses,
  successes,
} from '#tests/support/processes.ts'

/**
 * Concurrent changes under a post, over two server processes on one database: promises 1, 2 and 5
 * for add-ons too.
 */
const t = setupTestApp(() => ({ at: new Date() }))
forbidDeadlocks(t)
const callAlternately = setupTwoProcesses(t)
afterEach(async () => {
  await t.checkLedger()
  const found: RollupDifference[] = []
  await reconcileReports(t.services.db, { rebuild: false, onDifference: (one) => found.push(one) })
  if (found.length) throw new Error(`figures: ${JSON.stringify(found.slice(0, 5))}`)
})
const makeMembers = (team: Team, count: number) =>
  runConcurrently(count, () => makeMember(t, team.workspace_id))
const createAddOn = (member: Member, post: string, score: number, key?: string) =>
  callAlternately<Comment>('POST', `/posts/${post}/add_ons`, member.token, { score }, key)
const deletePost = (member: Member, post: string) =>
  callAlternately<{ id: string }>('DELETE', `/posts/${post}`, member.token)
const getPost = async (team: Team, id: string) =>
  (await callAlternately<Post>('GET', `/posts/${id}`, team.admin.token)).body
const remainingAllowance = async (member: Member) =>
  (await t.call('config.get', { token: member.token })).body.allowance.score_remaining

test('20 concurrent add-ons of 10 to two people pass 5 times on 100', async () => {
  const team = await makeTeam(t)
  const [author, adder, ...to] = (await makeMembers(team, 4)) as [Member, Member, Member, Member]
  const post = await makePost(t, author, to, team.value_id, 1)
  const replies = await runConcurrently(20, () => createAddOn(adder, post, 10))
  expect(successes(replies)).toHaveLength(5)
  expect(
    new Set(replies.filter((reply) => reply.status !== 200).flatMap((reply) => reply.codes)),
  ).toEqual(new Set(['no_points']))
  expect(await Promise.all(to.map((one) => getBalance(t, one)))).toEqual([51, 51])
  expect([await remainingAllowance(adder), await getPost(team, post)]).toMatchObject([
    0,
    { comment_count: 5, added_score: 50 },
  ])
})

test('concurrent add-ons, posts and deletions respect the allowance', async () => {
  const team = await makeTeam(t)
  const [author, adder, to] = (await makeMembers(team, 3)) as [Member, Member, Member]
  const post = await makePost(t, author, [to], team.value_id, 1)
  const [added, ownReply] = await Promise.all([
    runConcurrently(15, () => createAddOn(adder, post, 10)),
    runConcurrently(15, () =>
      callAlternately<Post>('POST', '/posts', adder.token, {
        to_id: [to.user_id],
        value_id: team.value_id,
        score: 10,
        description: 'Thank you too',
      }),
    ),
  ])
  expect(successes(added).length + successes(ownReply).length).toBe(10)
  expect(await getBalance(t, to)).toBe(101)
  expect(
    successes(await runConcurrently(20, (n) => deletePost(n % 2 ? team.admin : author, post))),
  ).toHaveLength(1)
  // Deleting a post reverses its add-ons and returns the points to their givers.
  expect([await getBalance(t, to), await remainingAllowance(adder)]).toEqual([
    successes(ownReply).length * 10,
    successes(added).length * 10,
  ])
})

test('20 concurrent add-ons with one key take effect once', async () => {
  const team = await makeTeam(t)
  const [author, adder, to] = (await makeMembers(team, 3)) as [Member, Member, Member]
  const post = await makePost(t, author, [to], team.value_id, 1)
  const replies = await runConcurrently(20, () => createAddOn(adder, post, 10, 'one-addition'))
  expect(successes(replies)).toHaveLength(20)
  expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
  expect([await getBalance(t, to), (await getPost(team, post)).comment_count]).toEqual([11, 1])
  expect((await createAddOn(adder, post, 11, 'one-addition')).codes).toEqual([
    'idempotency_mismatch',
  ])
  expect((await createAddOn(adder, post, 101, 'refused-first')).codes).toEqual(['over_limit'])
  expect((await createAddOn(adder, post, 90, 'refused-first')).status).toBe(200)
})

test('20 concurrent reactions and comments are each counted once', async () => {
  const team = await makeTeam(t)
  const [author, to, ...members] = (await makeMembers(team, 7)) as [Member, Member, ...Member[]]
  const post = await makePost(t, author, [to], team.value_id, 1)
  const member = (n: number) => members[n % 5] as Member
  const react = (n: number) =>
    callAlternately('POST', `/posts/${post}/reactions`, member(n).token, {
      reaction: n % 2 ? 'clap' : 'fire',
    })
  const say = (n: number) =>
    callAlternately<Comment>('POST', `/posts/${post}/comments`, member(n).token, {
      text: `Number ${n}`,
    })
  const like = (n: number) => callAlternately('POST', `/posts/${post}/like`, member(n).token)
  const first = await Promise.all([
    runConcurrently(20, react),
    runConcurrently(20, say),
    runConcurrently(20, like),
  ])
  expect(serverErrors(first.flat())).toEqual([])
  expect(await getPost(team, post)).toMatchObject({
    comment_count: 20,
    like_count: 5,
    reactions: [
      { reaction: 'clap', count: 5 },
      { reaction: 'fire', count: 5 },
    ],
  })
  const commentIds = successes(first[1]).map((reply) => reply.body.id)
  const deletions = await Promise.all([
    runConcurrently(20, (n) =>
      callAlternately('DELETE', `/posts/${post}/reactions/clap`, member(n).token),
    ),
    // Deleted by its author and by an administrator concurrently.
    runConcurrently(20, (n) =>
      callAlternately('DELETE', `/posts/${post}/comments/${commentIds[n % 10]}`, team.admin.token),
    ),
    runConcurrently(10, (n) =>
      callAlternately('PUT', `/posts/${post}/comments/${commentIds[n]}`, team.admin.token, {
        text: 'Not mine',
      }),
    ),
  ])
  expect(serverErrors(deletions.flat())).toEqual([])
  expect(deletions[1].filter((reply) => reply.status === 204)).toHaveLength(10)
  expect(await getPost(team, post)).toMatchObject({
    comment_count: 10,
    reactions: [{ reaction: 'fire', count: 5 }],
  })
})

test('concurrent changes of one post are atomic', async () => {
  const team = await makeTeam(t, { limit: null })
  const [author, to, also, adder, other] = (await makeMembers(team, 5)) as [
    Member,
    Member,
    Member,
    Member,
    Member,
  ]
  const reward = (
    await t.call('rewards.create', { token: team.admin.token, body: { title: 'Tea', price: 1 } })
  ).body.id
  const seen = { added: 0, late: 0 }
  for (let round = 0; round < 50; round += 1) {
    const post = await makePost(t, author, [to, also], team.value_id, 2)
    const early = successes([await createAddOn(other, post, 3)])[0]?.body.id ?? ''
    const [added, ownReply, deletions, ...rest] = await Promise.all([
      createAddOn(adder, post, 5),
      createAddOn(to, post, 1),
      deletePost(round % 2 ? author : team.admin, post),
      deletePost(other, early),
      callAlternately<Post>('PUT', `/posts/${post}`, team.admin.token, {
        value_id: team.other_value_id,
      }),
      // Givers and receivers of the add-ons also thank each other and redeem.
      callAlternately<Post>('POST', '/posts', adder.token, {
        to_id: [other.user_id, author.user_id],
        value_id: team.value_id,
        score: 1,
        description: 'Thank you both',
      }),
      callAlternately<Post>('POST', '/posts', other.token, {
        to_id: [adder.user_id, to.user_id],
        value_id: team.other_value_id,
        score: 2,
        description: 'And you both',
      }),
      callAlternately<Purchase>('POST', `/shop/rewards/${reward}`, to.token, {}),
      callAlternately('POST', `/posts/${post}/comments`, also.token, { text: 'Well deserved' }),
    ])
    expect(serverErrors([added, ownReply, deletions, ...rest])).toEqual([])
    expect(deletions.status).toBe(200)
    for (const reply of [added, ownReply]) {
      seen[reply.status === 200 ? 'added' : 'late'] += 1
      if (reply.status !== 200) expect([reply.status, reply.codes]).toEqual([404, ['not_found']])
      // Earlier add-ons were reversed with the post.
      else
        expect(
          (await callAlternately('GET', `/posts/${reply.body.id}`, team.admin.token)).status,
        ).toBe(404)
    }
    expect((await callAlternately('GET', `/posts/${post}`, team.admin.token)).status).toBe(404)
  }
  // Both orders occurred.
  expect([seen.added > 0, seen.late > 0, seen.added + seen.late]).toEqual([true, true, 100])
})

test('16 workers of add-ons and deletions cause no deadlock', async () => {
  const team = await makeTeam(t, { limit: null })
  const people = await makeMembers(team, 8)
  const thank = (n: number, valueId: string) =>
    makePost(
      t,
      people[n % 8] as Member,
      [people[(n + 1) % 8], people[(n + 3) % 8], people[(n + 6) % 8]] as Member[],
      valueId,
      1,
    )
  const posts: string[] = await runConcurrently(6, (n) => thank(n, team.value_id))
  const statuses = new Map<number, number>()
  await runConcurrently(16, async (worker) => {
    for (let n = 0; n < 15; n += 1) {
      const [member, post] = [
        people[(worker * 3 + n) % 8] as Member,
        posts[(worker + n * 5) % posts.length] ?? '',
      ]
      const reply =
        n % 7 === 6
          ? await deletePost(team.admin, posts.splice(0, 1)[0] ?? post)
          : await createAddOn(member, post, 1 + (n % 3))
      if (n % 7 === 6) posts.push(await thank(worker + n, team.other_value_id))
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    }
  })
  // Adding to an own post answers 403, and to a deleted post 404.
  expect([...statuses.keys()].filter((status) => ![200, 403, 404].includes(status))).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(100)
})
