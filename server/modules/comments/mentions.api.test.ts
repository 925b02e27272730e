import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { newId } from '#server/platform/ids.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { loadConversation } from '#tests/support/post-conversations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let author: Member
let ben: Member
let cleo: Member
let dan: Member
beforeAll(async () => {
  team = await makeTeam(t, { limit: null })
  const make = (first: string) =>
    makeMember(t, team.workspace_id, { first_name: first, last_name: 'Reed' })
  ;[author, ben, cleo, dan] = [
    await make('Ada'),
    await make('Ben'),
    await make('Cleo'),
    await make('Dan'),
  ]
})
const makeThanks = (fields: object = {}) => makePost(t, author, [ben], team.value_id, 5, fields)
const comment = (who: Member, id: string, text: string, mentions: string[]) =>
  t.call('posts.comment', { token: who.token, params: { id }, body: { text, mentions } })
const edit = (who: Member, id: string, commentId: string, text: string, mentions: string[]) =>
  t.call('posts.edit_comment', {
    token: who.token,
    params: { id, comment_id: commentId },
    body: { text, mentions },
  })
const itemsOf = async (who: Member, postId: string) =>
  (await t.call('inbox.list', { token: who.token, query: { limit: 100 } })).body.items.filter(
    (item) => item.post?.id === postId,
  )
const kindsOf = async (who: Member, postId: string) =>
  (await itemsOf(who, postId)).map((item) => item.kind).toSorted()

test('a mentioned person gets a mention instead of a comment', async () => {
  const id = await makeThanks()
  const sent = await comment(cleo, id, 'Ask @Dan Reed and @Ben Reed', [dan.user_id, ben.user_id])
  expect(sent.body.mentions).toMatchObject([
    { name: 'Dan Reed', person: { id: dan.user_id } },
    { name: 'Ben Reed', person: { id: ben.user_id } },
  ])
  expect(await itemsOf(dan, id)).toMatchObject([
    {
      kind: 'mention',
      actor_count: 1,
      actors: [{ id: cleo.user_id }],
      comment: { id: sent.body.id, text: 'Ask @Dan Reed and @Ben Reed' },
    },
  ])
  expect(await kindsOf(ben, id)).toEqual(['mention', 'thanks'])
  expect(await kindsOf(author, id)).toEqual(['comment'])
  expect((await loadConversation(t, author, id)).body.items[0]?.mentions).toEqual(
    sent.body.mentions,
  )
})

test('a mention shows the current name, also of an erased user', async () => {
  const id = await makeThanks()
  const eve = await makeMember(t, team.workspace_id, { first_name: 'Eve', last_name: 'Hall' })
  await comment(cleo, id, 'Thanks to @Eve Hall', [eve.user_id])
  const load = async () => (await loadConversation(t, author, id)).body.items[0]
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: eve.user_id },
    body: { last_name: 'Stone' },
  })
  expect(await load()).toMatchObject({
    text: 'Thanks to @Eve Hall',
    mentions: [{ name: 'Eve Hall', person: { name: 'Eve Stone' } }],
  })
  await t.call('users.delete', { token: team.admin.token, params: { id: eve.user_id } })
  expect(await load()).toMatchObject({
    mentions: [{ name: 'Eve Hall', person: { name: '', state: 'deleted' } }],
  })
})

test('only viewers of a private post can be mentioned in it', async () => {
  const id = await makeThanks({ private: true })
  const refused = await comment(ben, id, '@Dan Reed look', [dan.user_id])
  expect(refused.errors).toMatchObject([{ code: 'user_not_found', field: 'mentions' }])
  expect((await loadConversation(t, author, id)).body.items).toEqual([])
  const admin = await makeMember(t, team.workspace_id, {
    first_name: 'Fay',
    last_name: 'Reed',
    permissions: { account_administrator: true },
  })
  const allowed = await comment(ben, id, '@Fay Reed, @Ada Reed', [admin.user_id, author.user_id])
  expect(allowed.status).toBe(200)
  expect([await kindsOf(admin, id), await kindsOf(author, id)]).toEqual([['mention'], ['mention']])
})

test('unknown, deactivated and foreign users get the same refusal', async () => {
  const id = await makeThanks()
  const former = await makeMember(t, team.workspace_id)
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: former.user_id },
    body: { state: 'deactivated' },
  })
  const other = await makeTeam(t)
  const answers = await Promise.all(
    [former.user_id, other.admin.user_id, newId(t.clock.now())].map((userId) =>
      comment(cleo, id, 'Look @Dan Reed', [dan.user_id, userId]),
    ),
  )
  expect(answers.map(({ status, codes }) => [status, codes])).toEqual(
    answers.map(() => [answers[0]?.status, ['user_not_found']]),
  )
  expect(await kindsOf(dan, id)).toEqual([])
})

test('a comment has at most ten mentions, all of them in its text', async () => {
  const id = await makeThanks()
  const many = Array.from({ length: limits.comment_mentions_max + 1 }, () => dan.user_id)
  expect((await comment(cleo, id, '@Dan Reed', many)).errors).toMatchObject([
    { code: 'out_of_range', field: 'mentions' },
  ])
  const hidden = await comment(cleo, id, 'No name here', [dan.user_id])
  expect(hidden.body.mentions).toEqual([])
  const twice = await comment(cleo, id, '@Dan Reed @Dan Reed', [dan.user_id, dan.user_id])
  expect(twice.body.mentions).toHaveLength(1)
  expect(await kindsOf(dan, id)).toEqual(['mention'])
})

test('editing a comment adds and removes its mentions', async () => {
  const id = await makeThanks()
  const { body } = await comment(cleo, id, 'Hello @Dan Reed', [dan.user_id])
  const edited = await edit(cleo, id, body.id, 'Hello @Ada Reed', [author.user_id])
  expect(edited.body).toMatchObject({ mentions: [{ person: { id: author.user_id } }] })
  expect([await kindsOf(dan, id), await kindsOf(author, id)]).toEqual([
    [],
    expect.arrayContaining(['mention']),
  ])
  await t.call('posts.delete_comment', {
    token: cleo.token,
    params: { id, comment_id: body.id },
  })
  expect(await kindsOf(author, id)).toEqual([])
})

test('editing keeps the mention of a user deactivated since', async () => {
  const id = await makeThanks()
  const gus = await makeMember(t, team.workspace_id, { first_name: 'Gus', last_name: 'Reed' })
  const { body } = await comment(cleo, id, 'With @Gus Reed', [gus.user_id])
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: gus.user_id },
    body: { state: 'deactivated' },
  })
  const edited = await edit(cleo, id, body.id, 'Together with @Gus Reed', [gus.user_id])
  expect(edited.body.mentions).toMatchObject([{ person: { id: gus.user_id } }])
})

test('a mention does not count in the inbox item of other comments', async () => {
  const id = await makeThanks()
  const plain = await comment(cleo, id, 'First', [])
  t.clock.advance(1_000)
  await comment(dan, id, 'For @Ada Reed', [author.user_id])
  const [item] = (await itemsOf(author, id)).filter(({ kind }) => kind === 'comment')
  expect(item).toMatchObject({ actor_count: 1, actors: [{ id: cleo.user_id }] })
  await t.call('posts.delete_comment', {
    token: cleo.token,
    params: { id, comment_id: plain.body.id },
  })
  expect(await kindsOf(author, id)).toEqual(['mention'])
})

test('muted mentions and mentions of oneself create no inbox item', async () => {
  const id = await makeThanks()
  await t.call('inbox.set_preferences', { token: dan.token, body: { mention: false } })
  await comment(cleo, id, '@Dan Reed @Cleo Reed', [dan.user_id, cleo.user_id])
  expect([await kindsOf(dan, id), await kindsOf(cleo, id)]).toEqual([[], []])
  await t.call('inbox.set_preferences', { token: dan.token, body: { mention: true } })
})

test('a name that begins another mentioned name is no mention', async () => {
  const reeds = await makeMember(t, team.workspace_id, { first_name: 'Dan', last_name: 'Reeds' })
  const junior = await makeMember(t, team.workspace_id, {
    first_name: 'Ben',
    last_name: 'Reed Jr.',
  })
  const id = await makeThanks()
  const people = [dan.user_id, reeds.user_id, ben.user_id, junior.user_id]
  const sent = await comment(cleo, id, 'Ask @Dan Reeds and @Ben Reed Jr.', people)
  expect(sent.body.mentions.map(({ person }) => person.id)).toEqual([reeds.user_id, junior.user_id])
  expect(await kindsOf(dan, id)).toEqual([])
  expect(await kindsOf(ben, id)).toEqual(['comment', 'thanks'])
})
