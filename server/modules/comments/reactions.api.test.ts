import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import {
  makeConversationTeam,
  loadPost,
  reactToPost,
  unreactToPost,
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

test('counts each reaction of a user once, in the order of the picker', async () => {
  const id = await makeThanks()
  await Promise.all([
    reactToPost(t, dan, id, 'fire'),
    reactToPost(t, dan, id, 'clap'),
    reactToPost(t, dan, id, 'clap'),
    reactToPost(t, ben, id, 'clap'),
  ])
  expect((await reactToPost(t, cleo, id, 'clap')).body).toEqual({
    id,
    reactions: [
      { reaction: 'clap', count: 3, reacted: true },
      { reaction: 'fire', count: 1, reacted: false },
    ],
  })
  await Promise.all([1, 2].map(() => unreactToPost(t, dan, id, 'clap')))
  expect((await unreactToPost(t, dan, id, 'fire')).body.reactions).toEqual([
    { reaction: 'clap', count: 2, reacted: false },
  ])
  expect((await loadPost(t, ben, id)).reactions).toEqual([
    { reaction: 'clap', count: 2, reacted: true },
  ])
  expect(
    (await t.call('posts.list', { token: dan.token })).body.find((one) => one.id === id)?.reactions,
  ).toEqual([{ reaction: 'clap', count: 2, reacted: false }])
  expect((await reactToPost(t, dan, id, 'like')).status).toBe(422)
  expect((await unreactToPost(t, dan, id, 'like')).status).toBe(404)
})

test('lists reactors with the reader first, for viewers of the post only', async () => {
  const reactors = (who: Member, id: string, reaction = 'clap') =>
    t.call('posts.reactors', { token: who.token, params: { id, reaction } })
  const id = await makeThanks()
  for (const who of [ben, cleo, dan]) {
    await reactToPost(t, who, id, 'clap')
    t.clock.advance(1_000)
  }
  await reactToPost(t, dan, id, 'fire')
  expect((await reactors(ben, id)).body).toMatchObject({
    people: [ben, dan, cleo].map((one) => ({ id: one.user_id })),
    more: 0,
  })
  expect((await reactors(author, id)).body.people.map((one) => one.id)).toEqual(
    [dan, cleo, ben].map((one) => one.user_id),
  )
  expect((await reactors(author, id, 'idea')).body).toEqual({ people: [], more: 0 })
  for (const who of [cleo, dan]) await t.call('posts.like', { token: who.token, params: { id } })
  expect((await reactors(cleo, id, 'like')).body).toMatchObject({
    people: [cleo, dan].map((one) => ({ id: one.user_id })),
    more: 0,
  })

  const crowd = await makeTeam(t)
  const [first, ...rest] = (await Promise.all(
    Array.from({ length: limits.reactors_shown + 3 }, () => makeMember(t, crowd.workspace_id)),
  )) as [Member, ...Member[]]
  const theirs = await makePost(t, crowd.admin, [first], crowd.value_id, 1)
  for (const who of [first, ...rest]) await reactToPost(t, who, theirs, 'clap')
  const { body } = await reactors(first, theirs)
  expect([
    body.people.length,
    body.more,
    body.people[0]?.id,
    new Set(body.people.map((one) => one.id)).size,
  ]).toEqual([limits.reactors_shown, 3, first.user_id, limits.reactors_shown])

  // Posts of other teams, private posts and deleted posts answer 404.
  expect((await reactors(ben, theirs)).codes).toEqual(['not_found'])
  const hidden = await makeThanks([ben], { private: true })
  await reactToPost(t, ben, hidden, 'clap')
  for (const answered of ['clap', 'like'])
    expect((await reactors(cleo, hidden, answered)).codes).toEqual(['not_found'])
  for (const who of [author, ben, team.admin])
    expect((await reactors(who, hidden)).body.people.map((one) => one.id)).toEqual([ben.user_id])
  await t.call('posts.delete', { token: team.admin.token, params: { id } })
  expect((await reactors(ben, id)).codes).toEqual(['not_found'])
  await t.call('settings.update', { token: crowd.admin.token, body: { reactions: false } })
  expect([
    (await reactors(first, theirs)).codes,
    (await reactors(first, theirs, 'like')).body,
  ]).toEqual([['switched_off'], { people: [], more: 0 }])
})

test('accepts any emoji and counts a named one under its name', async () => {
  const id = await makeThanks()
  await reactToPost(t, dan, id, '🚀')
  await reactToPost(t, ben, id, '👩🏽‍🚀')
  await reactToPost(t, ben, id, '🔥')
  expect((await reactToPost(t, dan, id, 'fire')).body.reactions).toEqual([
    { reaction: 'fire', count: 2, reacted: true },
    { reaction: '👩🏽‍🚀', count: 1, reacted: false },
    { reaction: '🚀', count: 1, reacted: true },
  ])
  const reactors = await t.call('posts.reactors', {
    token: cleo.token,
    params: { id, reaction: '🚀' },
  })
  expect(reactors.body.people.map((one) => one.id)).toEqual([dan.user_id])
  expect((await unreactToPost(t, dan, id, '🚀')).body.reactions).toHaveLength(2)
})

test.each(['', 'x', '🚀🚀', '❤️', '1', 'ok🚀', '<b>', '🚀'.repeat(30)])(
  'refuses %j as a reaction',
  async (reaction) => {
    const id = await makeThanks()
    expect((await reactToPost(t, dan, id, reaction)).status).toBe(422)
    expect((await loadPost(t, dan, id)).reactions).toEqual([])
  },
)

test('refuses a 21st reaction but accepts one that the post has', async () => {
  const id = await makeThanks()
  const emoji = '🐶 🐱 🐭 🐹 🐰 🦊 🐻 🐼 🐨 🐯 🦁 🐮 🐷 🐸 🐵 🐔 🐧 🐦 🐤 🦆'.split(' ')
  for (const one of emoji) expect((await reactToPost(t, dan, id, one)).status).toBe(200)
  expect((await reactToPost(t, ben, id, '🦉')).codes).toEqual(['reactions_full'])
  expect((await reactToPost(t, ben, id, '🐶')).status).toBe(200)
})
