import { beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { GroupRule } from '#contract/schemas/groups.ts'
import { newId } from '#server/platform/ids.ts'
import { expectError } from '#tests/support/expect-error.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let team: Team
beforeEach(async () => {
  team = await makeTeam(t)
})

const admin = () => team.admin.token
const createGroup = async (body: BodyInputOf<'groups.create'>) =>
  (await t.call('groups.create', { token: admin(), body })).body.id
const makeDepartment = (name: string, parentId: string | null = null) =>
  createGroup({ kind: 'department', name, parent_id: parentId })
const makeRule = (rule: GroupRule, name = 'Rule') => createGroup({ kind: 'team', name, rule })
const updateGroup = (id: string, body: BodyInputOf<'groups.update'>) =>
  t.call('groups.update', { token: admin(), params: { id }, body })
const preview = (rule: GroupRule) =>
  t.call('groups.preview_rule', { token: admin(), body: { rule } })

test('a rule names known attributes, options, people and places', async () => {
  const { body: attribute } = await t.call('attributes.create', {
    token: admin(),
    body: { name: 'Office days', kind: 'list', options: ['Monday'] },
  })
  const department = await makeDepartment('Design')
  const unknown = newId(t.clock.now())
  const check = (condition: GroupRule[number], status: number, code: string, field: string) =>
    expectError(preview([condition]), status, code, `rule.0.${field}`)
  const field = 'attribute'
  await check({ field, attribute_id: unknown, values: ['x'] }, 404, 'not_found', 'attribute_id')
  await check({ field, values: ['x'] }, 422, 'required', 'attribute_id')
  await check(
    { field, attribute_id: attribute.id, values: ['Sunday'] },
    422,
    'wrong_format',
    'values',
  )
  await check({ field: 'country', values: ['XX'] }, 422, 'wrong_format', 'values')
  await check({ field: 'manager_id', values: [unknown] }, 422, 'user_not_found', 'values')
  await check({ field: 'location_id', values: [department] }, 404, 'not_found', 'values')
  await check({ field: 'department_id', values: ['Design'] }, 404, 'not_found', 'values')
  await check(
    { field: 'country', attribute_id: attribute.id, values: ['PT'] },
    422,
    'wrong_format',
    'attribute_id',
  )
  const rule: GroupRule = [{ field: 'country', values: ['PT'] }]
  await expectError(updateGroup(department, { rule }), 422, 'wrong_format', 'rule')
})

test('what a rule uses cannot be deleted', async () => {
  const { body: attribute } = await t.call('attributes.create', {
    token: admin(),
    body: { name: 'Office days', kind: 'list', options: ['Monday', 'Friday'] },
  })
  const params = { id: attribute.id }
  const department = await makeDepartment('Design')
  const id = await makeRule([
    { field: 'attribute', attribute_id: attribute.id, values: ['Monday'] },
    { field: 'department_id', values: [department] },
  ])
  const input = { token: admin(), params }
  await expectError(t.call('attributes.delete', input), 409, 'used_by_rule')
  await expectError(
    t.call('attributes.update', { ...input, body: { options: ['Friday'] } }),
    409,
    'used_by_rule',
    'options',
  )
  const deletion = { token: admin(), params: { id: department } }
  await expectError(t.call('groups.delete', deletion), 409, 'used_by_rule')
  await t.call('groups.delete', { token: admin(), params: { id } })
  expect((await t.call('attributes.delete', input)).status).toBe(204)
  expect((await t.call('groups.delete', deletion)).status).toBe(204)
})

test('a team has a bounded number of rules', async () => {
  const at = t.clock.now()
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .insertInto('groups')
      .values(
        Array.from({ length: limits.rule_groups_max }, (_, n) => ({
          workspace_id: team.workspace_id,
          id: newId(at),
          kind: 'team' as const,
          name: `Team ${n}`,
          managed_by: 'rule' as const,
          rule: JSON.stringify([{ field: 'country', values: ['PT'] }]),
          created_at: at,
        })),
      )
      .execute(),
  )
  const body = { kind: 'team' as const, name: 'x', rule: [{ field: 'country', values: ['PT'] }] }
  await expectError(t.call('groups.create', { token: admin(), body }), 422, 'rules_full', 'rule')
})
