import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { allowanceRuleWorker } from './worker.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
/** The limit of a new team. */
const teamLimit = 100
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

test('a new rule comes last after other rules were deleted', async () => {
  for (const name of ['First', 'Second', 'Third', 'Fourth']) await create({ name, audience: {} })
  for (const { id } of (await list()).slice(0, 2))
    await t.call('allowance_rules.delete', { token: team.admin.token, params: { id } })
  await create({ name: 'Fifth', audience: {} })
  expect((await list()).map(({ name }) => name)).toEqual(['Third', 'Fourth', 'Fifth'])
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

test('a new or a lost report changes the limit of managers at once', async () => {
  await makeManager(ada, bob)
  await create({ extra_per_report: 10 })
  expect([await limitOf(ada), await limitOf(bob)]).toEqual([210, teamLimit])
  const cleo = await makeMember(t, team.workspace_id)
  await makeManager(ada, cleo)
  expect(await limitOf(ada)).toBe(220)
  await changePerson(cleo, { state: 'deactivated' })
  expect(await limitOf(ada)).toBe(210)
  await makeManager(team.admin, bob)
  expect([await limitOf(ada), await limitOf(team.admin)]).toEqual([teamLimit, 210])
})

test('a person who joins or leaves a group follows its rule at once', async () => {
  const { token } = team.admin
  const department = { kind: 'department' as const, name: 'Operations' }
  const { id } = (await t.call('groups.create', { token, body: department })).body
  const body = { user_ids: [ada.user_id] }
  await t.call('groups.add_members', { token, params: { id }, body })
  await create({ audience: { group_ids: [id] } })
  await t.call('groups.add_members', { token, params: { id }, body: { user_ids: [bob.user_id] } })
  expect([await limitOf(ada), await limitOf(bob)]).toEqual([200, 200])
  await t.call('groups.remove_members', { token, params: { id }, body })
  expect([await limitOf(ada), await limitOf(bob)]).toEqual([teamLimit, 200])
})

test('open pages of people who join or leave a group are refreshed', async () => {
  const { token } = team.admin
  const makeGroup = async (name: string) =>
    (await t.call('groups.create', { token, body: { kind: 'department', name } })).body.id
  const [id, parentId] = [await makeGroup('Mail'), await makeGroup('Operations')]
  const published = vi.spyOn(t.services.events, 'publish')
  onTestFinished(() => published.mockRestore())
  const body = { user_ids: [ada.user_id] }
  await t.call('groups.add_members', { token, params: { id }, body })
  await t.call('groups.update', { token, params: { id }, body: { name: 'Post' } })
  await t.call('groups.update', { token, params: { id }, body: { parent_id: parentId } })
  await t.call('groups.remove_members', { token, params: { id }, body })
  await t.call('groups.delete', { token, params: { id } })
  expect(published.mock.calls.map(([, ...event]) => event)).toEqual([
    [['config'], [ada.user_id]],
    [['config'], undefined],
    [['config'], [ada.user_id]],
    [['config'], undefined],
  ])
})

test('a group that a rule or a budget names cannot be deleted', async () => {
  const { token } = team.admin
  const makeGroup = async (name: string) =>
    (await t.call('groups.create', { token, body: { kind: 'team', name } })).body.id
  const [ofRule, ofBudget] = [await makeGroup('Choir'), await makeGroup('Band')]
  await create({ audience: { excluded_group_ids: [ofRule] } })
  const budget = await t.call('budgets.create', {
    token,
    body: {
      name: 'Concert',
      period: 'once',
      points: 100,
      owner_ids: [ada.user_id],
      recipients: { excluded_group_ids: [ofBudget] },
    },
  })
  const refusalOf = async (id: string) =>
    (await t.call('groups.delete', { token, params: { id } })).errors[0]
  expect([await refusalOf(ofRule), await refusalOf(ofBudget)]).toMatchObject([
    { code: 'used_by_audience', params: { name: 'Managers' } },
    { code: 'used_by_audience', params: { name: 'Concert' } },
  ])
  await t.call('budgets.close', { token, params: { id: budget.body.id } })
  expect(await refusalOf(ofBudget)).toBeUndefined()
})

test('a rule follows a group that is kept by a rule, in the same change', async () => {
  const { token } = team.admin
  await changePerson(ada, { organization: { country: 'DE' } })
  const group = {
    kind: 'team' as const,
    name: 'Germany',
    rule: [{ field: 'country' as const, values: ['DE'] }],
  }
  const { id } = (await t.call('groups.create', { token, body: group })).body
  await create({ audience: { group_ids: [id] } })
  await changePerson(bob, { organization: { country: 'DE' } })
  expect([await limitOf(ada), await limitOf(bob)]).toEqual([200, 200])
  await changePerson(ada, { organization: { country: 'FR' } })
  expect(await limitOf(ada)).toBe(teamLimit)
})

test('owners of a group are managers as soon as they own it', async () => {
  const { token } = team.admin
  await makeManager(ada, bob)
  await create()
  const choir = { kind: 'team' as const, name: 'Choir', owner_ids: [bob.user_id] }
  const { id } = (await t.call('groups.create', { token, body: choir })).body
  expect(await limitOf(bob)).toBe(200)
  await t.call('groups.update', { token, params: { id }, body: { owner_ids: [] } })
  expect(await limitOf(bob)).toBe(teamLimit)
})

test('the nightly run applies rules for months at work', async () => {
  const day = Temporal.PlainDate.from(t.clock.now().toISOString().slice(0, 10))
  await changePerson(bob, { hire_date: day.subtract({ years: 1 }).toString() })
  await changePerson(ada, { hire_date: day.subtract({ months: 3 }).add({ days: 1 }).toString() })
  await create({ audience: { tenure_months_from: 3 } })
  expect([await limitOf(ada), await limitOf(bob)]).toEqual([teamLimit, 200])
  t.clock.advance(dayMs)
  await allowanceRuleWorker.run(t.services, () => false)
  expect(await limitOf(ada)).toBe(200)
})

test('a rule can be unlimited', async () => {
  await create({ audience: { user_ids: [ada.user_id] }, limit: null, extra_per_report: 5 })
  expect(await allowanceOf(ada)).toMatchObject({ limit: null, score_remaining: null })
  expect((await give(limits.score_max)).status).toBe(200)
})

/** Returns the limits that refused posts name: the highest score, then that of a post. */
const readEnforcedLimits = async () => {
  const { errors } = await give(limits.score_max)
  const [perPost] = errors
  const finish = perPost?.code === 'out_of_range' ? Number(perPost.params?.['finish']) : null
  const [over] = finish === null ? errors : (await give(finish)).errors
  return { limit: over?.params?.['left'] ?? null, limit_per_post: finish }
}

/** `limits-table.ts` and `post_create` have the same rule. */
test.each<[string, Partial<RuleBody> | null, { limit?: number; limit_per_post?: number }, object]>([
  ['of the team', null, {}, { limit: 100, limit_per_post: 900 }],
  ['of the person', null, { limit: 30 }, { limit: 30, limit_per_post: 900 }],
  ['per post of the person', null, { limit_per_post: 600 }, { limit: 100, limit_per_post: 600 }],
  ['of a rule', { limit: 200 }, {}, { limit: 200, limit_per_post: 900 }],
  [
    'of a rule with reports',
    { limit: 200, limit_per_post: 700, extra_per_report: 10 },
    {},
    { limit: 220, limit_per_post: 700 },
  ],
  ['of an unlimited rule', { limit: null, extra_per_report: 10 }, {}, { limit: null }],
  [
    'of the person with a rule',
    { limit: 200, limit_per_post: 700, extra_per_report: 10 },
    { limit: 50, limit_per_post: 800 },
    { limit: 50, limit_per_post: 800 },
  ],
])('giving enforces the limit that is shown: %s', async (_name, rule, own, expected) => {
  await t.call('settings.update', { token: team.admin.token, body: { limit_per_post: 900 } })
  const { workspace_id: workspaceId } = team
  await makeManager(ada, bob)
  await makeManager(ada, await makeMember(t, workspaceId, { state: 'pending' }))
  await makeManager(ada, await makeMember(t, workspaceId, { state: 'deactivated' }))
  if (rule) await create(rule)
  await changePerson(ada, { limits: own })
  const { limit, limit_per_post: limitPerPost } = await allowanceOf(ada)
  expect({ limit, limit_per_post: limitPerPost }).toMatchObject(expected)
  expect(await readEnforcedLimits()).toEqual({ limit, limit_per_post: limitPerPost })
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

// PostgreSQL and JavaScript fold these letters in different ways.
test.each([
  ['izmir', 'İzmir'],
  ['ΣΑΣ', 'σασ'],
])('the names %s and %s are the same', async (first, second) => {
  expect((await create({ name: first, audience: {} })).status).toBe(200)
  expect((await create({ name: second, audience: {} })).codes).toEqual(['not_unique'])
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
