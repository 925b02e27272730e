import { createAwardTeam } from '#tests/support/awards.ts'
import { beforeEach, expect, test } from 'vitest'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { connectApplication, serveClientDocuments } from '#tests/support/oauth.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

// The library reads the clock of the machine.
const t = setupTestApp(() => ({ at: new Date() }))
let team: Team
let member: Member
let ids: { open: string; secret: string }
beforeEach(async () => {
  serveClientDocuments(t)
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
  const give = async (isPrivate: boolean) =>
    (
      await t.call('posts.create', {
        token: member.token,
        body: {
          to_id: [team.admin.user_id],
          value_id: team.value_id,
          score: 5,
          description: 'Thanks for the careful help',
          private: isPrivate,
        },
      })
    ).body.id
  ids = { open: await give(false), secret: await give(true) }
})

/** Returns the posts that an application of a person reads in each way. */
async function readAs(person: Member, readsPrivate: boolean) {
  const { access_token: token } = await connectApplication(t, person, {
    scopes: ['profile:read', 'posts:read', 'reports:read'],
    readsPrivate,
  })
  const params = { id: member.user_id }
  const lists = [
    await t.call('posts.list', { token }),
    await t.call('posts.list', { token, query: { value_id: team.value_id } }),
    await t.call('posts.list', { token, query: { search: 'careful' } }),
    await t.call('profiles.posts', { token, params }),
    await t.call('profiles.posts', { token, params, query: { direction: 'given' } }),
  ].map(({ body }) => body.map(({ id }) => id))
  const single = await t.call('posts.get', { token, params: { id: ids.secret } })
  const comments = await t.call('posts.comments', { token, params: { id: ids.secret } })
  const profile = await t.call('profiles.get', { token, params })
  const days = await t.call('leaderboards.activity', { token, params })
  return {
    lists,
    single: single.status,
    comments: comments.status,
    given: [profile.body.given_points, days.body.reduce((sum, { given }) => sum + given, 0)],
  }
}

test.each(['person', 'administrator'])(
  'an application of a %s without the right reads no private post',
  async (role) => {
    const seen = await readAs(role === 'person' ? member : team.admin, false)
    expect(seen).toEqual({
      lists: Array.from({ length: 5 }, () => [ids.open]),
      single: 404,
      comments: 404,
      given: [5, 5],
    })
  },
)

test('an application with the right reads the private posts of its person', async () => {
  expect(await readAs(member, true)).toEqual({
    lists: Array.from({ length: 5 }, () => [ids.secret, ids.open]),
    single: 200,
    comments: 200,
    given: [10, 10],
  })
})

test('posts on a profile need the right to read posts', async () => {
  const { access_token: token } = await connectApplication(t, member, { scopes: ['profile:read'] })
  const read = await t.call('profiles.posts', { token, params: { id: member.user_id } })
  expect(read.codes).toEqual(['scope_missing'])
})

test.each([
  [false, { given: [], received: [], single: 404, certificate: 404 }],
  [true, { given: ['Secret'], received: ['Secret'], single: 200, certificate: 200 }],
])(
  'an application that reads private posts: %s, sees private awards so',
  async (right, expected) => {
    const { giver, receiver, makeAward, give } = await createAwardTeam(t)
    const id = await makeAward({ name: 'Secret', private: true, steps: [] })
    const gift = (await give(id)).body
    const connect = async (person: Member) =>
      (await connectApplication(t, person, { scopes: ['points:read'], readsPrivate: right }))
        .access_token
    const [givers, receivers] = [await connect(giver), await connect(receiver)]
    const list = async (token: string, filter: 'given' | 'received') =>
      (await t.call('awards.gifts', { token, query: { filter } })).body.items.map(
        ({ award }) => award.name,
      )
    const params = { id: gift.id }
    expect({
      given: await list(givers, 'given'),
      received: await list(receivers, 'received'),
      single: (await t.call('awards.gift', { token: receivers, params })).status,
      certificate: (await t.call('awards.certificate', { token: receivers, params })).status,
    }).toEqual(expected)
  },
)

test('a balance sheet names no giver of a private post without the right', async () => {
  const { admin } = team
  const read = async (readsPrivate: boolean) => {
    const { access_token: token } = await connectApplication(t, admin, {
      scopes: ['points:read'],
      readsPrivate,
    })
    const params = { id: admin.user_id }
    const { items } = (await t.call('coins.list', { token, params })).body
    const { body: text } = await t.call('coins.csv', { token, params })
    const lines = text.trim().split(/\r?\n/).slice(1)
    return {
      entries: items.map(({ amount, post_id: id, actor }) => [amount, id, actor?.id ?? null]),
      nameless: lines.filter((line) => line.endsWith(',')).length,
    }
  }
  const open = [5, ids.open, member.user_id]
  expect(await read(true)).toEqual({
    entries: [[5, ids.secret, member.user_id], open],
    nameless: 0,
  })
  expect(await read(false)).toEqual({ entries: [[5, null, null], open], nameless: 1 })
})
