import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let boss: Member
let peer: Member
let other: Member
let nina: Member
beforeEach(async () => {
  team = await makeTeam(t)
  const add = (name: string) => makeMember(t, team.workspace_id, { first_name: name })
  ;[boss, peer, other, nina] = [
    await add('Boss'),
    await add('Peer'),
    await add('Other'),
    await add('Nina'),
  ]
  for (const person of [peer, nina])
    await t.call('users.update', {
      token: team.admin.token,
      params: { id: person.user_id },
      body: { organization: { manager_id: boss.user_id } },
    })
  await t.call('celebrations.update', {
    token: team.admin.token,
    params: { kind: 'welcome' },
    body: { enabled: true },
  })
})

const promptOf = async ({ token }: Member) =>
  (await t.call('profiles.thanks_prompt', { token })).body.introductions
const idsOf = async (member: Member) => (await promptOf(member))?.people.map(({ id }) => id)
const introduce = (by: Member, userIds: string[], person = nina) =>
  t.call('organization.introduce', {
    token: by.token,
    params: { id: person.user_id },
    body: { user_ids: userIds },
  })
const thank = (from: Member, to: Member) =>
  t.call('posts.create', {
    token: from.token,
    body: { to_id: [to.user_id], value_id: team.value_id, score: 1, description: 'For the tour' },
  })

test('a new person meets the manager and peers until they are thanked', async () => {
  expect(await idsOf(nina)).toEqual([boss.user_id, peer.user_id])
  await thank(nina, boss)
  expect(await idsOf(nina)).toEqual([peer.user_id])
  await thank(nina, peer)
  expect(await promptOf(nina)).toBeNull()
})

test('a manager chooses whom a new person meets, and returns to the closest people', async () => {
  expect((await introduce(boss, [other.user_id])).body).toMatchObject({
    by: { id: boss.user_id },
    people: [{ id: other.user_id }],
  })
  expect(await promptOf(nina)).toMatchObject({
    by: { id: boss.user_id },
    people: [{ id: other.user_id }],
  })
  expect((await introduce(boss, [])).body).toMatchObject({ by: null })
  expect(await idsOf(nina)).toEqual([boss.user_id, peer.user_id])
})

test('the introductions end after two weeks, and while the company does not welcome', async () => {
  await t.call('celebrations.update', {
    token: team.admin.token,
    params: { kind: 'welcome' },
    body: { enabled: false },
  })
  expect(await promptOf(nina)).toBeNull()
  await t.call('celebrations.update', {
    token: team.admin.token,
    params: { kind: 'welcome' },
    body: { enabled: true },
  })
  t.clock.advance(15 * dayMs)
  expect(await promptOf(nina)).toBeNull()
})

test('only managers above a new person introduce them', async () => {
  for (const stranger of [peer, other, nina, team.admin])
    expect((await introduce(stranger, [other.user_id])).codes).toEqual(['forbidden'])
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ first_accepted_at: new Date(t.clock.now().getTime() - 31 * dayMs) })
      .where('workspace_id', '=', team.workspace_id)
      .where('id', '=', nina.user_id)
      .execute(),
  )
  expect((await introduce(boss, [other.user_id])).codes).toEqual(['forbidden'])
})

test('inactive people, the person themselves and people of other teams are refused', async () => {
  const stranger = (await makeTeam(t)).admin
  const pending = await makeMember(t, team.workspace_id, { state: 'pending' })
  for (const { user_id: id } of [stranger, pending, nina])
    expect((await introduce(boss, [id])).codes).toEqual(['user_not_found'])
  expect((await introduce(boss, [other.user_id], stranger)).status).toBe(404)
})

test('an erased person is introduced to nobody', async () => {
  await introduce(boss, [other.user_id, peer.user_id])
  await t.call('users.delete', { token: team.admin.token, params: { id: other.user_id } })
  expect(await idsOf(nina)).toEqual([peer.user_id])
})

test('of two choices at the same time one is stored', async () => {
  const choices = [[other.user_id, peer.user_id], [other.user_id], [team.admin.user_id]]
  const answers = await Promise.all(
    [...choices, ...choices, ...choices].map((ids) => introduce(boss, ids)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(choices).toContainEqual(await idsOf(nina))
})
