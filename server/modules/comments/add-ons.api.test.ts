import { beforeAll, expect, test } from 'vitest'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import type { RollupDifference } from '#server/modules/reports/rollup-queries.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  getBalance,
  makeMember,
  makePost,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  makeConversationTeam,
  loadPost,
  loadConversation,
  reactToPost,
  unreactToPost,
  commentOnPost,
  sendAddOn,
  loadRemainingAllowance,
} from '#tests/support/post-conversations.ts'

const t = setupTestApp()
let team: Team
let author: Member
let ben: Member
let cleo: Member
let dan: Member
beforeAll(async () => {
  ;({ team, author, ben, cleo, dan } = await makeConversationTeam(t))
})
const makeThanks = (to: Member[] = [ben], fields: object = {}) =>
  makePost(t, author, to, team.value_id, 5, fields)

/** Returns four feeds, then the profile lists of both recipients, for a reader. */
const listFeedsAndProfiles = (reader: Member) =>
  Promise.all([
    ...(
      [
        {},
        { value_id: team.value_id },
        { user_id: ben.user_id },
        { user_id: cleo.user_id },
      ] as Record<string, string>[]
    ).map((query) =>
      t.call('posts.list', { token: reader.token, query: { limit: 100, ...query } }),
    ),
    t.call('profiles.posts', {
      token: reader.token,
      params: { id: ben.user_id },
      query: { direction: 'given' },
    }),
    t.call('profiles.posts', {
      token: cleo.token,
      params: { id: cleo.user_id },
      query: { direction: 'received' },
    }),
    t.call('profiles.posts', {
      token: reader.token,
      params: { id: cleo.user_id },
      query: { value_id: team.value_id },
    }),
  ])

test('gives add-on points to the same recipients under the same value', async () => {
  const [adder, other] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const id = await makeThanks([ben, cleo])
  const [before, allowance] = [
    await Promise.all([ben, cleo].map((one) => getBalance(t, one))),
    await loadRemainingAllowance(t, adder),
  ]
  const { status, body } = await sendAddOn(t, adder, id, 7, 'And from me')
  expect([status, body]).toMatchObject([
    200,
    {
      post_id: id,
      kind: 'add_on',
      text: 'And from me',
      score: 7,
      from: { id: adder.user_id },
      edited_at: null,
      abilities: { edit: false, delete: true },
    },
  ])
  expect(await Promise.all([ben, cleo].map((one) => getBalance(t, one)))).toEqual(
    before.map((one) => one + 7),
  )
  expect(await loadRemainingAllowance(t, adder)).toBe((allowance ?? 0) - 14)
  t.clock.advance(1_000)
  const own = await sendAddOn(t, ben, id, 3)
  expect(own.body.text).toBe('')
  expect(await getBalance(t, cleo)).toBe((before[1] ?? 0) + 10)
  expect(await loadPost(t, dan, id)).toMatchObject({
    comment_count: 2,
    added_score: 10,
    abilities: { add_on: true },
  })
  expect(await loadPost(t, dan, own.body.id)).toMatchObject({
    parent_id: id,
    to_id: [cleo.user_id],
    value_id: team.value_id,
    score: 3,
    added_score: 0,
    abilities: {
      delete: false,
      change_value: false,
      like: false,
      react: false,
      comment: false,
      add_on: false,
    },
  })
  // Add-ons appear in the thread and on profiles, not in the feed.
  expect((await loadConversation(t, other, id)).body.items.map((one) => one.id)).toEqual([
    own.body.id,
    body.id,
  ])
  const lists = await listFeedsAndProfiles(other)
  expect(
    lists.map(({ body: list }) => list.filter((one) => one.id === own.body.id).length),
  ).toEqual([0, 0, 0, 0, 1, 1, 1])
  await t.checkLedger()
})

test('refuses add-ons on own posts, on add-ons and with invalid scores', async () => {
  const id = await makeThanks([ben])
  const own = await makePost(t, cleo, [author, ben], team.value_id, 1)
  const addition = (await sendAddOn(t, dan, own, 1)).body.id
  expect((await sendAddOn(t, author, id)).codes).toEqual(['forbidden'])
  expect((await sendAddOn(t, ben, id)).codes).toEqual(['self_recognition'])
  expect((await sendAddOn(t, cleo, addition)).codes).toEqual(['forbidden'])
  for (const [score, code] of [
    [0, 'out_of_range'],
    [1.5, 'wrong_format'],
    [10_001, 'out_of_range'],
  ] as const)
    expect([score, (await sendAddOn(t, dan, id, score)).codes]).toEqual([score, [code]])
  expect((await sendAddOn(t, dan, id, 4, 'x'.repeat(501))).codes).toEqual(['message_too_long'])
  const poor = await makeMember(t, team.workspace_id)
  expect((await sendAddOn(t, poor, id, 101)).errors[0]).toMatchObject({
    code: 'over_limit',
    params: { left: 100 },
  })
  expect((await sendAddOn(t, poor, id, 100)).status).toBe(200)
  expect((await sendAddOn(t, poor, id, 1)).codes).toEqual(['no_points'])
  // Add-ons have no comments, reactions and likes.
  expect(
    (
      await Promise.all([
        commentOnPost(t, cleo, addition),
        reactToPost(t, cleo, addition, 'clap'),
        unreactToPost(t, cleo, addition, 'clap'),
        loadConversation(t, cleo, addition),
        t.call('posts.like', { token: cleo.token, params: { id: addition } }),
      ])
    ).map((one) => one.status),
  ).toEqual([404, 404, 404, 404, 404])
  expect(
    (
      await t.call('posts.update', {
        token: dan.token,
        params: { id: addition },
        body: { value_id: team.other_value_id },
      })
    ).codes,
  ).toEqual(['forbidden'])
  // Deactivated recipients get no points; without an active recipient the add-on is refused.
  const [leaver, stayer] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const [both, alone] = [await makeThanks([leaver, stayer]), await makeThanks([leaver])]
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: leaver.user_id },
    body: { state: 'deactivated' },
  })
  expect((await loadPost(t, dan, (await sendAddOn(t, dan, both, 1)).body.id)).to_id).toEqual([
    stayer.user_id,
  ])
  expect((await sendAddOn(t, dan, alone, 1)).codes).toEqual(['user_not_found'])
  expect((await loadPost(t, dan, alone)).abilities.add_on).toBe(false)
  await t.checkLedger()
})

async function expectConsistentReports(): Promise<void> {
  const differences: RollupDifference[] = []
  await reconcileReports(t.services.db, {
    rebuild: false,
    onDifference: (one) => differences.push(one),
  })
  expect(differences).toEqual([])
}

test('deletes add-ons with their post and returns points and allowances', async () => {
  const [from, to, early, late] = (await Promise.all(
    Array.from({ length: 4 }, () => makeMember(t, team.workspace_id)),
  )) as [Member, Member, Member, Member]
  const id = (
    await t.call('posts.create', {
      token: from.token,
      body: {
        to_id: [to.user_id, ben.user_id],
        value_id: team.value_id,
        score: 10,
        description: 'Thank you both',
      },
    })
  ).body.id
  const balance = await getBalance(t, ben)
  const first = (await sendAddOn(t, early, id, 6)).body.id
  expect(
    (await t.call('posts.delete', { token: from.token, params: { id: first } })).codes,
  ).toEqual(['forbidden'])
  expect(
    (await t.call('posts.delete', { token: early.token, params: { id: first } })).body,
  ).toEqual({ id: first, returned: 12, score_remaining: 100 })
  expect([await getBalance(t, ben), await loadPost(t, dan, id)]).toMatchObject([
    balance,
    { comment_count: 0, added_score: 0 },
  ])
  await sendAddOn(t, early, id, 3)
  t.clock.advance(16 * 86_400_000)
  await sendAddOn(t, late, id, 4)
  expect([
    await loadRemainingAllowance(t, early),
    await loadRemainingAllowance(t, late),
    await getBalance(t, to),
  ]).toEqual([100, 92, 17])
  // A change of the value includes the add-ons.
  expect(
    (
      await t.call('posts.update', {
        token: from.token,
        params: { id },
        body: { value_id: team.other_value_id },
      })
    ).body.value.id,
  ).toBe(team.other_value_id)
  const items = (await loadConversation(t, dan, id)).body.items
  expect(
    (await Promise.all(items.map((one) => loadPost(t, dan, one.id)))).map((one) => one.value_id),
  ).toEqual([team.other_value_id, team.other_value_id])
  expect((await t.call('posts.delete', { token: from.token, params: { id } })).body).toEqual({
    id,
    returned: 0,
    score_remaining: 100,
  })
  expect([
    await loadRemainingAllowance(t, early),
    await loadRemainingAllowance(t, late),
    await getBalance(t, to),
    await getBalance(t, ben),
  ]).toEqual([100, 100, 0, balance - 10])
  for (const one of items)
    expect((await t.call('posts.get', { token: late.token, params: { id: one.id } })).status).toBe(
      404,
    )
  expect((await loadConversation(t, late, id)).status).toBe(404)
  t.clock.advance(-16 * 86_400_000)
  await t.checkLedger()
  await expectConsistentReports()
})
