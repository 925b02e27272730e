import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
let ada: Member
let bob: Member
beforeEach(async () => {
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id)
  bob = await makeMember(t, team.workspace_id)
})

type RuleBody = BodyInputOf<'allowance_rules.create'>
const create = (body: Partial<RuleBody> = {}) =>
  t.call('allowance_rules.create', {
    token: team.admin.token,
    body: { name: 'Managers', audience: { managers_only: true }, limit: 200, ...body },
  })
const list = async () => (await t.call('allowance_rules.list', { token: team.admin.token })).body
const allowanceOf = async (person: Member) =>
  (await t.call('profiles.allowance', { token: person.token })).body
const limitOf = async (person: Member) => (await allowanceOf(person)).limit
const changePerson = (person: Member, body: BodyInputOf<'users.update'>) =>
  t.call('users.update', { token: team.admin.token, params: { id: person.user_id }, body })
const makeManager = (person: Member, report: Member) =>
  changePerson(report, { organization: { manager_id: person.user_id } })
const give = (score: number, from = ada, to = bob) =>
  t.call('posts.create', {
    token: from.token,
    body: {
      to_id: [to.user_id],
      value_id: team.value_id,
      score,
      description: 'Thank you for the help',
      private: false,
    },
  })

test('a rule sets the limit of its audience and explains it', async () => {
  await makeManager(ada, bob)
  const rule = await create({ extra_per_report: 10, limit_per_post: 150 })
  expect(rule.body.people).toBe(1)
  expect(await allowanceOf(ada)).toMatchObject({
    limit: 210,
    limit_per_post: 150,
    score_remaining: 210,
    source: 'rule',
    rule: { name: 'Managers', base: 200, extra_per_report: 10, reports: 1 },
  })
  expect(await allowanceOf(bob)).toMatchObject({ source: 'team', rule: null })
  const { body } = await t.call('config.get', { token: ada.token })
  expect(body.allowance).toEqual(await allowanceOf(ada))
})

test('giving follows the limits of the rule', async () => {
  await create({ audience: { user_ids: [ada.user_id] }, limit: 120, limit_per_post: 70 })
  expect((await give(71)).errors[0]).toMatchObject({ code: 'out_of_range', field: 'score' })
  expect((await give(70)).status).toBe(200)
  expect((await give(51)).errors[0]).toMatchObject({ code: 'over_limit', params: { left: 50 } })
  expect((await give(50)).status).toBe(200)
})

test('a person’s own limit applies before every rule', async () => {
  await create({ audience: {}, limit: 120 })
  await changePerson(ada, { limits: { limit: 30 } })
  expect(await allowanceOf(ada)).toMatchObject({ limit: 30, source: 'own', rule: null })
  expect((await list())[0]?.people).toBe(2)
})

test('the first rule that includes a person applies', async () => {
  const first = await create({ audience: { user_ids: [ada.user_id] }, limit: 10 })
  const second = await create({ name: 'Everyone', audience: {}, limit: 20 })
  expect([await limitOf(ada), await limitOf(bob)]).toEqual([10, 20])
  await t.call('allowance_rules.update', {
    token: team.admin.token,
    params: { id: second.body.id },
    body: { position: 1 },
  })
  expect((await list()).map(({ id }) => id)).toEqual([second.body.id, first.body.id])
  expect(await limitOf(ada)).toBe(20)
  await t.call('allowance_rules.delete', {
    token: team.admin.token,
    params: { id: second.body.id },
  })
  expect(await limitOf(ada)).toBe(10)
})

test('a rule can be unlimited', async () => {
  await create({ audience: { user_ids: [ada.user_id] }, limit: null, extra_per_report: 5 })
  expect(await allowanceOf(ada)).toMatchObject({ limit: null, score_remaining: null })
  expect((await give(limits.score_max)).status).toBe(200)
})

test('a lower limit leaves nothing and never less', async () => {
  const { body } = await create({ audience: { user_ids: [ada.user_id] }, limit: 100 })
  await give(80)
  await t.call('allowance_rules.update', {
    token: team.admin.token,
    params: { id: body.id },
    body: { limit: 50 },
  })
  expect(await allowanceOf(ada)).toMatchObject({ limit: 50, spent: 80, score_remaining: 0 })
  expect((await give(1)).errors[0]?.code).toBe('no_points')
})

test('bad rules are refused and nothing changes', async () => {
  const codeOf = async (body: Partial<RuleBody>) => (await create(body)).errors[0]?.code
  expect(await codeOf({ audience: { countries: ['DE'] } })).toBe('audience_empty')
  expect(await codeOf({ audience: { group_ids: [ada.user_id] } })).toBe('not_found')
  expect(await codeOf({ audience: {}, limit: -1 })).toBe('out_of_range')
  await create({ audience: {} })
  expect(await codeOf({ name: 'MANAGERS', audience: {} })).toBe('not_unique')
  for (let n = 2; n <= limits.allowance_rules_max; n += 1)
    await create({ name: `Rule ${n}`, audience: {} })
  expect(await codeOf({ name: 'One more', audience: {} })).toBe('allowance_rules_full')
  expect(await list()).toHaveLength(limits.allowance_rules_max)
})
