import { beforeAll, expect, test } from 'vitest'
import { testApp } from '#server/test/app.ts'
import { balanceOf, makeMember, makePost, makeTeam, type Member, type Team } from '#server/test/factories.ts'

const t = testApp()
let team: Team
let author: Member
let ben: Member
let cleo: Member
let dan: Member
beforeAll(async () => {
  team = await makeTeam(t)
  const member = () => makeMember(t, team.workspace_id)
  ;[author, ben, cleo, dan] = [await member(), await member(), await member(), await member()] as [Member, Member, Member, Member]
})
const makeThanks = (to: Member[] = [ben], fields: object = {}) => makePost(t, author, to, team.value_id, 5, fields)
const get = async (who: Member, id: string) => (await t.call('posts.get', { token: who.token, params: { id } })).body
const conversation = (who: Member, id: string, query: Record<string, string | number> = {}) => t.call('posts.comments', { token: who.token, params: { id }, query })
const react = (who: Member, id: string, reaction: string) => t.call('posts.react', { token: who.token, params: { id }, body: { reaction } })
const unreact = (who: Member, id: string, reaction: string) => t.call('posts.unreact', { token: who.token, params: { id, reaction } })
const say = (who: Member, id: string, text = 'Well deserved') => t.call('posts.comment', { token: who.token, params: { id }, body: { text } })
const add = (who: Member, id: string, score = 4, text = '') => t.call('posts.add_on', { token: who.token, params: { id }, body: { score, text } })
const left = async (who: Member) => (await t.call('config.get', { token: who.token })).body.allowance.score_remaining

test('reactions: twice is once, each is counted, one’s own are known; in the order in which they are offered', async () => {
  const id = await makeThanks()
  await Promise.all([react(dan, id, 'fire'), react(dan, id, 'clap'), react(dan, id, 'clap'), react(ben, id, 'clap')])
  expect((await react(cleo, id, 'clap')).body).toEqual({ id, reactions: [{ reaction: 'clap', count: 3, reacted: true }, { reaction: 'fire', count: 1, reacted: false }] })
  await Promise.all([1, 2].map(() => unreact(dan, id, 'clap')))
  expect((await unreact(dan, id, 'fire')).body.reactions).toEqual([{ reaction: 'clap', count: 2, reacted: false }])
  expect((await get(ben, id)).reactions).toEqual([{ reaction: 'clap', count: 2, reacted: true }])
  expect((await t.call('posts.list', { token: dan.token })).body.find((one) => one.id === id)?.reactions).toEqual([{ reaction: 'clap', count: 2, reacted: false }])
  expect((await react(dan, id, 'like')).status).toBe(422)
  expect((await unreact(dan, id, 'like')).status).toBe(404)
})

test('comments: newest first, edited by their author, deleted by author or global administrator, counted', async () => {
  const id = await makeThanks()
  const first = (await say(ben, id, '  First  ')).body
  t.clock.advance(1_000)
  const second = (await say(cleo, id, 'Second')).body
  expect(first).toMatchObject({ post_id: id, kind: 'comment', text: 'First', score: null, edited_at: null, from: { id: ben.user_id }, abilities: { edit: true, delete: true } })
  expect((await conversation(dan, id)).body).toMatchObject({ items: [{ id: second.id, abilities: { edit: false, delete: false } }, { id: first.id }], next_cursor: null })
  expect((await conversation(team.admin, id)).body.items.map((one) => one.abilities)).toEqual([{ edit: false, delete: true }, { edit: false, delete: true }])
  expect((await get(dan, id)).comment_count).toBe(2)

  const params = { id, comment_id: first.id }
  t.clock.advance(1_000)
  expect((await t.call('posts.edit_comment', { token: ben.token, params, body: { text: 'First' } })).body.edited_at).toBe(null)
  expect((await t.call('posts.edit_comment', { token: ben.token, params, body: { text: 'Better' } })).body).toMatchObject({ text: 'Better', edited_at: t.clock.now().toISOString(), created_at: first.created_at })
  for (const who of [cleo, team.admin]) expect((await t.call('posts.edit_comment', { token: who.token, params, body: { text: 'Not mine' } })).codes).toEqual(['forbidden'])
  expect((await t.call('posts.delete_comment', { token: cleo.token, params })).codes).toEqual(['forbidden'])
  expect((await t.call('posts.delete_comment', { token: team.admin.token, params })).status).toBe(204)
  expect((await t.call('posts.delete_comment', { token: ben.token, params })).status).toBe(404)
  expect((await t.call('posts.delete_comment', { token: cleo.token, params: { id, comment_id: second.id } })).status).toBe(204)
  expect([(await get(dan, id)).comment_count, (await conversation(dan, id)).body.items]).toEqual([0, []])
  for (const text of ['', '   ', 'x'.repeat(501)]) expect([text.length, (await say(ben, id, text)).errors[0]?.field]).toEqual([text.length, 'text'])
  const other = await makeThanks()
  const elsewhere = (await say(ben, other)).body.id
  expect((await t.call('posts.delete_comment', { token: ben.token, params: { id, comment_id: elsewhere } })).status).toBe(404)
})

test('an add-on gives the same people points under the same value; one who got the post gives to the others', async () => {
  const [adder, other] = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  const id = await makeThanks([ben, cleo])
  const [before, allowance] = [await Promise.all([ben, cleo].map((one) => balanceOf(t, one))), await left(adder)]
  const { status, body } = await add(adder, id, 7, 'And from me')
  expect([status, body]).toMatchObject([200, { post_id: id, kind: 'add_on', text: 'And from me', score: 7, from: { id: adder.user_id }, edited_at: null, abilities: { edit: false, delete: true } }])
  expect(await Promise.all([ben, cleo].map((one) => balanceOf(t, one)))).toEqual(before.map((one) => one + 7))
  expect(await left(adder)).toBe((allowance ?? 0) - 14)
  t.clock.advance(1_000)
  const own = await add(ben, id, 3)
  expect(own.body.text).toBe('')
  expect(await balanceOf(t, cleo)).toBe((before[1] ?? 0) + 10)
  expect(await get(dan, id)).toMatchObject({ comment_count: 2, added_score: 10, abilities: { add_on: true } })
  expect(await get(dan, own.body.id)).toMatchObject({
    parent_id: id, to_id: [cleo.user_id], value_id: team.value_id, score: 3, added_score: 0, abilities: { delete: false, change_value: false, like: false, react: false, comment: false, add_on: false },
  })
  // In the conversation and on profiles, not in the feed.
  expect((await conversation(other, id)).body.items.map((one) => one.id)).toEqual([own.body.id, body.id])
  const lists = await Promise.all([
    ...([{}, { value_id: team.value_id }, { user_id: ben.user_id }, { user_id: cleo.user_id }] as Record<string, string>[]).map((query) => t.call('posts.list', { token: other.token, query: { limit: 100, ...query } })),
    t.call('profiles.posts', { token: other.token, params: { id: ben.user_id }, query: { direction: 'given' } }),
    t.call('profiles.posts', { token: cleo.token, params: { id: cleo.user_id }, query: { direction: 'received' } }),
    t.call('profiles.posts', { token: other.token, params: { id: cleo.user_id }, query: { value_id: team.value_id } }),
  ])
  expect(lists.map(({ body: list }) => list.filter((one) => one.id === own.body.id).length)).toEqual([0, 0, 0, 0, 1, 1, 1])
  await t.checkLedger()
})

test('an add-on is refused where it makes no sense', async () => {
  const id = await makeThanks([ben])
  const own = await makePost(t, cleo, [author, ben], team.value_id, 1)
  const addition = (await add(dan, own, 1)).body.id
  expect((await add(author, id)).codes).toEqual(['forbidden'])
  expect((await add(ben, id)).codes).toEqual(['self_recognition'])
  expect((await add(cleo, addition)).codes).toEqual(['forbidden'])
  for (const [score, code] of [[0, 'out_of_range'], [1.5, 'wrong_format'], [10_001, 'out_of_range']] as const) expect([score, (await add(dan, id, score)).codes]).toEqual([score, [code]])
  expect((await add(dan, id, 4, 'x'.repeat(501))).codes).toEqual(['message_too_long'])
  const poor = await makeMember(t, team.workspace_id)
  expect((await add(poor, id, 101)).errors[0]).toMatchObject({ code: 'over_limit', params: { left: 100 } })
  expect((await add(poor, id, 100)).status).toBe(200)
  expect((await add(poor, id, 1)).codes).toEqual(['no_points'])
  // What is under an add-on, or of it, does not exist.
  expect((await Promise.all([say(cleo, addition), react(cleo, addition, 'clap'), unreact(cleo, addition, 'clap'), conversation(cleo, addition), t.call('posts.like', { token: cleo.token, params: { id: addition } })])).map((one) => one.status))
    .toEqual([404, 404, 404, 404, 404])
  expect((await t.call('posts.update', { token: dan.token, params: { id: addition }, body: { value_id: team.other_value_id } })).codes).toEqual(['forbidden'])
  // Who has left gets nothing; when nobody is left there is nobody to give to.
  const [leaver, stayer] = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  const [both, alone] = [await makeThanks([leaver, stayer]), await makeThanks([leaver])]
  await t.call('users.update', { token: team.admin.token, params: { id: leaver.user_id }, body: { state: 'deactivated' } })
  expect((await get(dan, (await add(dan, both, 1)).body.id)).to_id).toEqual([stayer.user_id])
  expect((await add(dan, alone, 1)).codes).toEqual(['user_not_found'])
  expect((await get(dan, alone)).abilities.add_on).toBe(false)
  await t.checkLedger()
})
