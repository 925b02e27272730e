import { beforeAll, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import {
  makeConversationTeam,
  loadPost,
  loadConversation,
  reactToPost,
  unreactToPost,
  commentOnPost,
  sendAddOn,
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

test('lets authors edit and moderators delete comments and counts them', async () => {
  const id = await makeThanks()
  const first = (await commentOnPost(t, ben, id, '  First  ')).body
  t.clock.advance(1_000)
  const second = (await commentOnPost(t, cleo, id, 'Second')).body
  expect(first).toMatchObject({
    post_id: id,
    kind: 'comment',
    text: 'First',
    score: null,
    edited_at: null,
    from: { id: ben.user_id },
    abilities: { edit: true, delete: true },
  })
  expect((await loadConversation(t, dan, id)).body).toMatchObject({
    items: [{ id: second.id, abilities: { edit: false, delete: false } }, { id: first.id }],
    next_cursor: null,
  })
  expect(
    (await loadConversation(t, team.admin, id)).body.items.map((one) => one.abilities),
  ).toEqual([
    { edit: false, delete: true },
    { edit: false, delete: true },
  ])
  expect((await loadPost(t, dan, id)).comment_count).toBe(2)

  const params = { id, comment_id: first.id }
  t.clock.advance(1_000)
  expect(
    (await t.call('posts.edit_comment', { token: ben.token, params, body: { text: 'First' } })).body
      .edited_at,
  ).toBe(null)
  expect(
    (await t.call('posts.edit_comment', { token: ben.token, params, body: { text: 'Better' } }))
      .body,
  ).toMatchObject({
    text: 'Better',
    edited_at: t.clock.now().toISOString(),
    created_at: first.created_at,
  })
  for (const who of [cleo, team.admin])
    expect(
      (await t.call('posts.edit_comment', { token: who.token, params, body: { text: 'Not mine' } }))
        .codes,
    ).toEqual(['forbidden'])
  expect((await t.call('posts.delete_comment', { token: cleo.token, params })).codes).toEqual([
    'forbidden',
  ])
  expect((await t.call('posts.delete_comment', { token: team.admin.token, params })).status).toBe(
    204,
  )
  expect((await t.call('posts.delete_comment', { token: ben.token, params })).status).toBe(404)
  expect(
    (
      await t.call('posts.delete_comment', {
        token: cleo.token,
        params: { id, comment_id: second.id },
      })
    ).status,
  ).toBe(204)
  expect([
    (await loadPost(t, dan, id)).comment_count,
    (await loadConversation(t, dan, id)).body.items,
  ]).toEqual([0, []])
})

test('refuses blank and long comments and comments of another post', async () => {
  const id = await makeThanks()
  for (const text of ['', '   ', 'x'.repeat(501)])
    expect([text.length, (await commentOnPost(t, ben, id, text)).errors[0]?.field]).toEqual([
      text.length,
      'text',
    ])
  const other = await makeThanks()
  const elsewhere = (await commentOnPost(t, ben, other)).body.id
  expect(
    (
      await t.call('posts.delete_comment', {
        token: ben.token,
        params: { id, comment_id: elsewhere },
      })
    ).status,
  ).toBe(404)
})

/** Returns the feeds and profiles where a private post to Ben and Cleo could appear. */
function listPossibleLeaks(who: Member) {
  const profiles = [
    [ben, 'given'],
    [cleo, 'received'],
    [author, 'received'],
    [team.admin, 'given'],
  ] as const
  return Promise.all([
    ...(
      [
        {},
        { value_id: team.value_id },
        { user_id: cleo.user_id },
        { search: 'private' },
        { search: 'seen' },
      ] as Record<string, string>[]
    ).map((query) => t.call('posts.list', { token: who.token, query: { limit: 100, ...query } })),
    ...profiles.map(([of, direction]) =>
      t.call('profiles.posts', {
        token: who.token,
        params: { id: of.user_id },
        query: { limit: 100, direction },
      }),
    ),
  ])
}

test('hides replies to a private post from users who cannot see it', async () => {
  const stranger = await makeMember(t, team.workspace_id)
  const id = await makeThanks([ben, cleo], { private: true })
  const comment = (await commentOnPost(t, ben, id, 'Between us')).body.id
  await reactToPost(t, cleo, id, 'thanks')
  const addition = (await sendAddOn(t, ben, id, 2, 'Privately too')).body.id
  const byAdmin = (await sendAddOn(t, team.admin, id, 1, 'Seen from above')).body.id
  const requests = (who: Member) => [
    loadPost(t, who, id),
    loadPost(t, who, addition),
    loadConversation(t, who, id),
    commentOnPost(t, who, id),
    reactToPost(t, who, id, 'clap'),
    unreactToPost(t, who, id, 'clap'),
    sendAddOn(t, who, id, 1),
    ...(['posts.edit_comment', 'posts.delete_comment'] as const).map((name) =>
      t.call(name, {
        token: who.token,
        params: { id, comment_id: comment },
        body: { text: 'Mine now' },
      }),
    ),
    ...(['posts.delete', 'posts.like'] as const).map((name) =>
      t.call(name, { token: who.token, params: { id: addition } }),
    ),
  ]
  const answers = await Promise.all(requests(stranger))
  expect(answers.slice(2).map((one) => (one as { status: number }).status)).toEqual([
    404, 404, 404, 404, 404, 404, 404, 404, 404,
  ])
  expect(answers.slice(0, 2)).toMatchObject([
    { errors: [{ code: 'not_found' }] },
    { errors: [{ code: 'not_found' }] },
  ])
  const seen = async (who: Member) =>
    (await listPossibleLeaks(who)).map(
      ({ body }) => body.filter((one) => [id, addition, byAdmin].includes(one.id)).length,
    )
  expect(await seen(stranger)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
  expect((await seen(cleo)).slice(0, 5)).toEqual([1, 1, 1, 0, 0])
  for (const who of [author, ben, cleo, team.admin]) {
    expect((await loadConversation(t, who, id)).body.items).toHaveLength(3)
    // Author and recipients also see add-ons without points for them.
    expect([(await loadPost(t, who, addition)).id, (await loadPost(t, who, byAdmin)).id]).toEqual([
      addition,
      byAdmin,
    ])
  }
})

test('hides and refuses switched-off features but keeps add-on points', async () => {
  const own = await makeTeam(t)
  const [one, two, three] = [
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
  ]
  const id = await makePost(t, one, [two], own.value_id, 1)
  const comment = (await commentOnPost(t, three, id)).body.id
  await reactToPost(t, three, id, 'clap')
  const addition = (await sendAddOn(t, three, id, 1)).body.id
  const all = await loadPost(t, three, id)
  const set = (on: boolean) =>
    t.call('settings.update', {
      token: own.admin.token,
      body: { comments: on, reactions: on, add_ons: on },
    })
  expect((await set(false)).body).toMatchObject({
    comments: false,
    reactions: false,
    add_ons: false,
  })
  expect(await loadPost(t, three, id)).toMatchObject({
    comment_count: 1,
    added_score: 1,
    reactions: [],
    abilities: { like: true, react: false, comment: false, add_on: false },
  })
  expect((await loadConversation(t, three, id)).body.items.map((item) => item.id)).toEqual([
    addition,
  ])
  const edit = t.call('posts.edit_comment', {
    token: three.token,
    params: { id, comment_id: comment },
    body: { text: 'Changed' },
  })
  for (const answer of await Promise.all([
    commentOnPost(t, three, id),
    reactToPost(t, three, id, 'fire'),
    unreactToPost(t, three, id, 'clap'),
    sendAddOn(t, three, id, 1),
    edit,
  ]))
    expect([answer.status, answer.codes]).toEqual([403, ['switched_off']])
  await set(true)
  expect(await loadPost(t, three, id)).toEqual(all)
  expect((await loadConversation(t, three, id)).body.items).toHaveLength(2)
})

test('keeps the comments of former members and pages long threads', async () => {
  const leaver = await makeMember(t, team.workspace_id)
  const id = await makeThanks()
  for (let n = 0; n < 9; n += 1) {
    t.clock.advance(n % 2)
    await (n % 3 === 2
      ? sendAddOn(t, n % 2 ? dan : cleo, id, 1, `Number ${n}`)
      : commentOnPost(t, leaver, id, `Number ${n}`))
  }
  await t.call('users.delete', { token: team.admin.token, params: { id: leaver.user_id } })
  const texts: string[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await loadConversation(t, ben, id, { limit: 4, ...(cursor ? { cursor } : {}) })
    texts.push(...body.items.map((item) => item.text))
    for (const item of body.items.filter((one) => one.kind === 'comment'))
      expect(item.from).toMatchObject({ id: leaver.user_id, name: '', state: 'deleted' })
    if (!body.next_cursor) break
    cursor = body.next_cursor
  }
  expect(texts).toEqual(Array.from({ length: 9 }, (_, n) => `Number ${8 - n}`))
  expect((await loadConversation(t, ben, id, { cursor: 'x' })).status).toBe(400)
  const { db } = t.services
  const read = db.read.bind(db)
  let statements = 0
  db.read = (...args) => {
    statements += 1
    return read(...args)
  }
  await loadConversation(t, ben, id)
  db.read = read
  expect(statements).toBe(1)
})

test('a repeated key of a comment adds it once', async () => {
  const id = await makeThanks()
  const send = (text: string) =>
    t.call('posts.comment', { token: ben.token, params: { id }, body: { text }, key: 'again' })
  const first = await send('Great work')
  expect((await send('Great work')).body).toEqual(first.body)
  expect((await loadConversation(t, dan, id)).body.items.map(({ text }) => text)).toEqual([
    'Great work',
  ])
  expect((await loadPost(t, dan, id)).comment_count).toBe(1)
  expect((await send('Another text')).codes).toEqual(['idempotency_mismatch'])
})
