import { beforeAll, expect, test } from 'vitest'
import type { BodyOf } from '#contract/routes/index.ts'
import type { InboxItem } from '#contract/schemas/inbox.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { commentOnPost, reactToPost, unreactToPost } from '#tests/support/post-conversations.ts'

const t = setupTestApp()
let team: Team
let author: Member
let ben: Member
let cleo: Member
let dan: Member
beforeAll(async () => {
  team = await makeTeam(t, { limit: null })
  const make = () => makeMember(t, team.workspace_id)
  ;[author, ben, cleo, dan] = [await make(), await make(), await make(), await make()]
})

const list = async (who: Member, query: Record<string, string | number> = {}) =>
  (await t.call('inbox.list', { token: who.token, query })).body
const itemsOf = async (who: Member, postId: string) =>
  (await list(who, { limit: 100 })).items.filter((item) => item.post?.id === postId)
const unread = async (who: Member) =>
  (await t.call('inbox.summary', { token: who.token })).body.unread
const markRead = (who: Member, body: BodyOf<'inbox.mark_read'>) =>
  t.call('inbox.mark_read', { token: who.token, body })
const kinds = (items: InboxItem[]) => items.map((item) => item.kind)
const actorIds = (item: InboxItem | undefined) => item?.actors.map((person) => person.id)
const like = (who: Member, id: string) => t.call('posts.like', { token: who.token, params: { id } })
const thank = (to: Member[] = [ben], fields: object = {}) =>
  makePost(t, author, to, team.value_id, 5, fields)

test('recipients of a post get an item with points, value and quote', async () => {
  const id = await thank([ben, cleo], { description: `For the notes ${'x'.repeat(300)}` })
  for (const who of [ben, cleo]) {
    const [item, ...more] = await itemsOf(who, id)
    expect(more).toEqual([])
    expect(item).toMatchObject({
      kind: 'thanks',
      points: 5,
      actor_count: 1,
      actors: [{ id: author.user_id }],
      post: { id, private: false, own: false, value: { name: 'Teamwork' } },
      comment: null,
      purchase: null,
      read_at: null,
    })
    expect(item?.post?.text).toHaveLength(200)
  }
  expect([await itemsOf(author, id), await itemsOf(dan, id)]).toEqual([[], []])
})

test('an add-on creates an item that links to the original post', async () => {
  const id = await thank([ben, cleo])
  await t.call('posts.add_on', { token: ben.token, params: { id }, body: { score: 7 } })
  expect(kinds(await itemsOf(ben, id))).toEqual(['thanks'])
  const [added] = (await itemsOf(cleo, id)).filter((item) => item.kind === 'points_added')
  expect(added).toMatchObject({ points: 7, actors: [{ id: ben.user_id }], post: { id } })
})

test('comments form one unread item for author and participants', async () => {
  const id = await thank()
  await commentOnPost(t, dan, id, 'First words')
  t.clock.advance(1_000)
  await commentOnPost(t, cleo, id, 'Second words')
  t.clock.advance(1_000)
  const last = await commentOnPost(t, cleo, id, 'Third words')
  for (const who of [author, ben]) {
    const comments = (await itemsOf(who, id)).filter((item) => item.kind === 'comment')
    expect(comments).toMatchObject([
      { actor_count: 2, comment: { id: last.body.id, text: 'Third words' } },
    ])
    expect(actorIds(comments[0])).toEqual([cleo.user_id, dan.user_id])
  }
  expect(await itemsOf(dan, id)).toMatchObject([{ kind: 'comment', actor_count: 1 }])
  expect(await itemsOf(cleo, id)).toEqual([])
})

test('an item disappears with the last of its comments', async () => {
  const id = await thank()
  const first = await commentOnPost(t, dan, id, 'First words')
  t.clock.advance(1_000)
  const second = await commentOnPost(t, cleo, id, 'Second words')
  const remove = (who: Member, comment: string) =>
    t.call('posts.delete_comment', { token: who.token, params: { id, comment_id: comment } })
  await remove(cleo, second.body.id)
  expect(await itemsOf(author, id)).toMatchObject([
    { actor_count: 1, comment: { id: first.body.id } },
  ])
  await remove(dan, first.body.id)
  expect(await itemsOf(author, id)).toEqual([])
})

test('likes and reactions form one item that counts each person once', async () => {
  const id = await thank()
  await like(cleo, id)
  t.clock.advance(1_000)
  await reactToPost(t, cleo, id, 'clap')
  t.clock.advance(1_000)
  await reactToPost(t, dan, id, 'fire')
  for (const who of [author, ben]) {
    const [item] = (await itemsOf(who, id)).filter(({ kind }) => kind === 'reaction')
    expect(item).toMatchObject({ actor_count: 2 })
    expect(actorIds(item)).toEqual([dan.user_id, cleo.user_id])
  }
  await like(author, id)
  expect(await itemsOf(author, id)).toMatchObject([{ actor_count: 2 }])
})

test('a reaction written after later ones counts its person once', async () => {
  const id = await thank()
  t.clock.advance(2_000)
  await like(cleo, id)
  // The call began before the like and waited for it.
  t.clock.advance(-1_000)
  await reactToPost(t, cleo, id, 'clap')
  expect(await itemsOf(author, id)).toMatchObject([{ actor_count: 1 }])
  t.clock.advance(1_000)
})

test('an item disappears with the last of its reactions', async () => {
  const id = await thank()
  await like(cleo, id)
  await reactToPost(t, cleo, id, 'clap')
  await reactToPost(t, dan, id, 'fire')
  await unreactToPost(t, cleo, id, 'clap')
  expect(await itemsOf(author, id)).toMatchObject([{ actor_count: 2 }])
  await t.call('posts.unlike', { token: cleo.token, params: { id } })
  const [left] = await itemsOf(author, id)
  expect([left?.actor_count, actorIds(left)]).toEqual([1, [dan.user_id]])
  await unreactToPost(t, dan, id, 'fire')
  expect(await itemsOf(author, id)).toEqual([])
})

test('reactions after reading create a new item', async () => {
  const id = await thank()
  await like(cleo, id)
  const [first] = await itemsOf(author, id)
  t.clock.advance(1_000)
  await markRead(author, { ids: [first?.id ?? ''] })
  t.clock.advance(1_000)
  await like(dan, id)
  expect(await itemsOf(author, id)).toMatchObject([
    { actor_count: 1, read_at: null, actors: [{ id: dan.user_id }] },
    { actor_count: 1, actors: [{ id: cleo.user_id }] },
  ])
  await t.call('posts.unlike', { token: cleo.token, params: { id } })
  expect(await itemsOf(author, id)).toMatchObject([{ actors: [{ id: dan.user_id }] }])
})

test('deleting a post deletes its items', async () => {
  const id = await thank()
  await commentOnPost(t, dan, id)
  await like(dan, id)
  expect(await itemsOf(ben, id)).toHaveLength(3)
  await t.call('posts.delete', { token: author.token, params: { id } })
  expect([await itemsOf(ben, id), await itemsOf(author, id)]).toEqual([[], []])
})

test('items of a private post are hidden from users who lost access', async () => {
  const admin = await makeMember(t, team.workspace_id, {
    permissions: { global_administrator: true },
  })
  const id = await thank([ben], { private: true })
  t.clock.advance(1_000)
  await commentOnPost(t, admin, id, 'Between us')
  await commentOnPost(t, ben, id, 'Thank you')
  expect(kinds(await itemsOf(admin, id))).toEqual(['comment'])
  const before = await unread(admin)
  await t.call('users.permissions', {
    token: team.admin.token,
    params: { id: admin.user_id },
    body: { global_administrator: false },
  })
  expect([await itemsOf(admin, id), await unread(admin)]).toEqual([[], before - 1])
  expect(kinds(await itemsOf(ben, id))).toEqual(['comment', 'thanks'])
})

test('items are marked as read one by one or up to an item', async () => {
  const reader = await makeMember(t, team.workspace_id)
  for (let n = 0; n < 4; n += 1) {
    await thank([reader])
    t.clock.advance(1_000)
  }
  const { items } = await list(reader)
  const ids = items.map((item) => item.id)
  expect(await unread(reader)).toBe(4)
  for (const _ of [1, 2])
    expect((await markRead(reader, { ids: [ids[0] ?? ''] })).body).toEqual({ unread: 3, thanks: 3 })
  expect((await markRead(reader, { until: ids[2] ?? '' })).body).toEqual({ unread: 1, thanks: 1 })
  const left = await list(reader, { filter: 'unread' })
  expect(left.items.map((item) => item.id)).toEqual([ids[1]])
})

test('items with an event after the last one seen stay unread', async () => {
  const reader = await makeMember(t, team.workspace_id)
  const id = await thank([reader])
  t.clock.advance(1_000)
  await commentOnPost(t, dan, id)
  const [seen] = (await list(reader)).items
  t.clock.advance(1_000)
  const unseen = await thank([reader])
  t.clock.advance(1_000)
  await commentOnPost(t, cleo, id)
  await markRead(reader, { until: seen?.id, seen_at: seen?.updated_at })
  const left = (await list(reader, { filter: 'unread' })).items
  expect(left.map(({ kind, post }) => [kind, post?.id])).toEqual([
    ['comment', id],
    ['thanks', unseen],
  ])
})

test('ids of another user or workspace have no effect', async () => {
  const other = await makeTeam(t)
  const stranger = await makeMember(t, other.workspace_id)
  await makePost(t, other.admin, [stranger], other.value_id)
  const id = await thank([cleo])
  const [own] = await itemsOf(cleo, id)
  const [foreign] = (await list(stranger)).items
  for (const body of [{ ids: [own?.id ?? ''] }, { until: own?.id ?? '' }])
    for (const who of [ben, stranger]) expect((await markRead(who, body)).status).toBe(200)
  await markRead(cleo, { ids: [foreign?.id ?? ''] })
  expect((await itemsOf(cleo, id))[0]?.read_at).toBeNull()
  expect(await unread(stranger)).toBe(1)
})

test('pages continue after the last item', async () => {
  const reader = await makeMember(t, team.workspace_id)
  for (let n = 0; n < 5; n += 1) await thank([reader])
  const first = await list(reader, { limit: 3 })
  const second = await list(reader, { limit: 3, cursor: first.next_cursor ?? '' })
  expect([first.items.length, second.items.length, second.next_cursor]).toEqual([3, 2, null])
  expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(5)
  for (const cursor of ['x', Buffer.from('["2026","x"]').toString('base64url')])
    expect((await t.call('inbox.list', { token: reader.token, query: { cursor } })).codes).toEqual([
      'malformed',
    ])
})

test('a muted kind creates no items', async () => {
  const reader = await makeMember(t, team.workspace_id)
  const preferences = { token: reader.token }
  expect((await t.call('inbox.preferences', preferences)).body).toMatchObject({
    thanks: true,
    reaction: true,
  })
  await t.call('inbox.set_preferences', { ...preferences, body: { thanks: false } })
  expect((await t.call('inbox.preferences', preferences)).body).toMatchObject({
    thanks: false,
    reaction: true,
  })
  const id = await thank([reader])
  await like(cleo, id)
  expect(kinds(await itemsOf(reader, id))).toEqual(['reaction'])
})

test('an impersonating operator reads the inbox without changing it', async () => {
  const reader = await makeMember(t, team.workspace_id)
  await thank([reader])
  const { db } = t.services
  const { workspace_id: workspaceId } = reader
  const link = await createImpersonationLink(db, workspaceId, reader.email, 'op', t.clock.now())
  const guest = await t.call('auth.impersonate', { body: { token: link ?? '' } })
  const token = guest.body.access_token
  const { items } = (await t.call('inbox.list', { token })).body
  expect(items).toHaveLength(1)
  const body = { ids: items.map((item) => item.id) }
  expect((await t.call('inbox.mark_read', { token, body })).codes).toEqual(['forbidden'])
  expect((await t.call('inbox.set_preferences', { token, body: { thanks: false } })).codes).toEqual(
    ['forbidden'],
  )
  expect(await unread(reader)).toBe(1)
})
