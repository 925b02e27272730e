import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { withClient } from '#tests/support/database.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let [ada, bob, cleo]: [Member, Member, Member] = [] as never
beforeEach(async () => {
  team = await makeTeam(t)
  const add = () => makeMember(t, team.workspace_id)
  ;[ada, bob, cleo] = [await add(), await add(), await add()]
})

async function makeGroup(members: Member[], parentId: string | null = null): Promise<string> {
  const { token } = team.admin
  const body = { kind: 'department' as const, name: `Group ${members.length}`, parent_id: parentId }
  const { id } = (await t.call('groups.create', { token, body })).body
  await t.call('groups.add_members', {
    token,
    params: { id },
    body: { user_ids: members.map((member) => member.user_id) },
  })
  return id
}
const list = async (groupId: string, query: Record<string, string> = {}) =>
  (
    await t.call('posts.list', { token: cleo.token, query: { group_id: groupId, ...query } })
  ).body.map(({ id }) => id)

test('lists public posts from and to the people of a group and those below it', async () => {
  const operations = await makeGroup([ada, team.admin])
  const support = await makeGroup([bob], operations)
  const within = await makePost(t, ada, [bob], team.value_id)
  const fromSupport = await makePost(t, bob, [cleo], team.value_id)
  const toAdmin = await makePost(t, cleo, [team.admin], team.value_id)
  await makePost(t, ada, [cleo], team.value_id, 5, { private: true })
  expect(await list(operations)).toEqual([toAdmin, fromSupport, within])
  expect(await list(support)).toEqual([fromSupport, within])
  expect(await list(operations, { limit: '1' })).toEqual([toAdmin])
})

test('a large group lists the same posts', async () => {
  const id = await makeGroup([ada])
  const post = await makePost(t, cleo, [bob, ada], team.value_id)
  await makePost(t, cleo, [bob], team.value_id)
  await withClient(t.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into users (workspace_id, id, email, state, created_at)
       select $1, gen_random_uuid(), 'many' || n || '@example.test', 'pending', now()
       from generate_series(1, $2) n returning id`,
      [team.workspace_id, limits.feed_people_max],
    )
    await owner.query(
      `insert into group_members (workspace_id, group_id, user_id, kind, joined_at)
       select $1, $2, unnest($3::uuid[]), 'department', now()`,
      [team.workspace_id, id, rows.map((row) => row.id)],
    )
  })
  expect(await list(id)).toEqual([post])
})

test('a group of another workspace has no posts', async () => {
  const other = await makeTeam(t)
  await makePost(t, ada, [bob], team.value_id)
  const id = await makeGroup([ada])
  const { body } = await t.call('posts.list', {
    token: other.admin.token,
    query: { group_id: id },
  })
  expect(body).toEqual([])
})

test('a search finds the public posts of a group and those below it', async () => {
  const operations = await makeGroup([ada])
  const support = await makeGroup([bob, team.admin], operations)
  const say = async (from: Member, to: Member, description: string, isPrivate = false) =>
    (
      await t.call('posts.create', {
        token: from.token,
        body: {
          to_id: [to.user_id],
          value_id: team.value_id,
          score: 1,
          description,
          private: isPrivate,
        },
      })
    ).body.id
  const launch = await say(ada, cleo, 'Thanks for the launch')
  const below = await say(cleo, bob, 'A launch without you? Never')
  await say(ada, cleo, 'Thanks for the party')
  await say(ada, cleo, 'A secret launch', true)
  const outside = await makeMember(t, team.workspace_id)
  await say(outside, cleo, 'Another launch')
  expect(await list(operations, { search: 'launch' })).toEqual([below, launch])
  expect(await list(support, { search: 'launch' })).toEqual([below])
  expect(await list(ada.user_id, { search: 'launch' })).toEqual([])
})

test('a group is not combined with a person or the own team', async () => {
  const id = await makeGroup([ada])
  const others: Record<string, string>[] = [{ user_id: ada.user_id }, { team: 'mine' }]
  for (const query of others) {
    const { status } = await t.call('posts.list', {
      token: ada.token,
      query: { group_id: id, ...query },
    })
    expect(status).toBe(400)
  }
})
