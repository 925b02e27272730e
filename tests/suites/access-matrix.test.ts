import { beforeAll, expect, test } from 'vitest'
import { allowsImpersonation } from '#contract/impersonation.ts'
import { abilities, permissions, type Permission } from '#contract/permissions.ts'
import type { RouteName } from '#contract/routes/index.ts'
import { newId } from '#server/platform/ids.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { type CallResult, setupTestApp } from '#tests/support/test-app.ts'
import {
  callWithExample,
  exampleBodies,
  makeTenantFixture,
  listMountedCalls,
  pathParamsOf,
  pathResourceKind,
  routeOf,
  type TenantFixture,
  type ResourceIds,
} from '#tests/support/example-requests.ts'
import { hashWorkspaceRows } from '#tests/support/hash-workspace-rows.ts'
import { type Field, listFields, setAtPath } from '#tests/support/input-fields.ts'
import { allPermissions, makeMember } from '#tests/support/factories.ts'

/**
 * The access matrix (promise 9), generated from the table of calls: every call, as every role, with
 * ids of its own team, of another team and unknown ones. Permissions come from `abilities`; nothing
 * is repeated here.
 */
type Role = {
  name: string
  token: string | null
  verdict: 401 | 'by ability'
  permissions: readonly Permission[]
}
const t = setupTestApp()
let ownTenant: TenantFixture
let otherTenant: TenantFixture
let unknownTenant: TenantFixture
let fingerprintBefore: string
let mounted: RouteName[]
const roles: Role[] = []
let temporaryToken: string

beforeAll(async () => {
  mounted = await listMountedCalls(t)
  ownTenant = await makeTenantFixture(t)
  otherTenant = await makeTenantFixture(t)
  const unknownId = newId(t.clock.now())
  unknownTenant = {
    ...otherTenant,
    ids: Object.fromEntries(
      Object.keys(otherTenant.ids).map((key) => [key, unknownId]),
    ) as ResourceIds,
  }
  const { workspace_id: workspaceId, admin } = ownTenant.team
  const inside = (holds: readonly Permission[], token: string, name: string): Role => ({
    name,
    token,
    verdict: 'by ability',
    permissions: holds,
  })
  const makeRole = async (held: Partial<Record<Permission, boolean>>) =>
    makeMember(t, workspaceId, { permissions: held })
  for (const permission of permissions)
    roles.push(inside([permission], (await makeRole({ [permission]: true })).token, permission))
  roles.push(inside([], ownTenant.member.token, 'member'))
  const replaced = await makeRole(allPermissions)
  const { account_id: accountId, user_id: userId } = replaced
  roles.push(
    inside(
      permissions,
      await startSession(t.services.db.global, t.clock.now(), {
        account_id: accountId,
        kind: 'impersonation',
        workspace_id: workspaceId,
        user_id: userId,
      }),
      'impersonator of an administrator',
    ),
  )
  roles.push(inside(permissions, admin.token, 'administrator of all'))
  const left = await makeRole(allPermissions)
  await t.call('users.update', {
    token: admin.token,
    params: { id: left.user_id },
    body: { state: 'deactivated' },
  })
  temporaryToken = await startSession(t.services.db.global, t.clock.now(), {
    account_id: ownTenant.member.account_id,
    kind: 'temporary',
  })
  const outside: [string, string | null][] = [
    ['nobody', null],
    ['dead token', 'A'.repeat(43)],
    ['short token', 'x'],
    ['deactivated administrator', left.token],
    ['temporary token', temporaryToken],
  ]
  roles.push(
    ...outside.map(([name, token]) => ({ name, token, verdict: 401 as const, permissions: [] })),
  )
  fingerprintBefore = await hashWorkspaceRows(t, otherTenant.team.workspace_id)
})

/**
 * Personal data, and anything that outlives the impersonation hour, is refused under impersonation
 * before it is looked up.
 */
const isRefusedWhileImpersonating = (name: RouteName, role: string) =>
  !allowsImpersonation(name) && role.startsWith('impersonator')
const guardedCalls = () =>
  mounted.filter((name) => !['public', 'temporary'].includes(routeOf(name).access))
function isAllowed(name: RouteName, role: Role): boolean {
  const from: 'member' | readonly Permission[] =
    abilities[routeOf(name).access as keyof typeof abilities]
  return from === 'member' || from.some((permission) => role.permissions.includes(permission))
}

test(
  'calls answer 401 without a session and 403 without the ability',
  { timeout: 300_000 },
  async () => {
    for (const name of guardedCalls()) {
      for (const role of roles) {
        // Without a session the call is refused before any id is read.
        const sides =
          pathResourceKind(name) && role.verdict !== 401
            ? { here: ownTenant, there: otherTenant, unknown: unknownTenant }
            : { here: ownTenant }
        const bodies: Record<string, unknown> = {}
        for (const [owner, fixture] of Object.entries(sides)) {
          const { status, codes, body } = await callWithExample(t, name, role.token, fixture)
          bodies[owner] = body
          const where = [name, role.name, owner]
          if (role.verdict === 401)
            expect([...where, status, codes]).toEqual([...where, 401, ['unauthorized']])
          else if (!isAllowed(name, role))
            expect([...where, status, codes]).toEqual([...where, 403, ['forbidden']])
          else if (isRefusedWhileImpersonating(name, role.name))
            expect([...where, status, codes]).toEqual([...where, 403, ['forbidden']])
          else if (owner !== 'here')
            expect([...where, status, codes]).toEqual([...where, 404, ['not_found']])
          else {
            expect([
              ...where,
              status < 500 && !codes.includes('unauthorized') && status !== 402,
            ]).toEqual([...where, true])
            if (status === 403)
              expect([...where, routeOf(name).errors]).toContainEqual(
                expect.arrayContaining([codes[0]]),
              )
          }
        }
        expect([name, role.name, bodies['there']]).toEqual([name, role.name, bodies['unknown']])
      }
    }
  },
)

test('calls for choosing a team accept temporary tokens only', async () => {
  for (const name of mounted.filter((one) => routeOf(one).access === 'temporary')) {
    for (const role of roles.filter((one) => one.verdict === 401 && one.token !== temporaryToken))
      expect([
        name,
        role.name,
        (await callWithExample(t, name, role.token, ownTenant)).status,
      ]).toEqual([name, role.name, 401])
  }
})

/**
 * The status of calls that a member makes on a colleague's resource. Every call not listed is open
 * to a member.
 */
const memberDenials: Partial<Record<RouteName, 403 | 404>> = {
  // Owners of a budget see and move its points.
  'budgets.move': 404,
  'budgets.movements': 404,
  // A gift that awaits its approval.
  'awards.gift': 404,
  'awards.decide': 404,
  'awards.withdraw': 404,
  'awards.certificate': 404,
  // A card that only its signers see.
  'group_cards.get': 404,
  'group_cards.sign': 404,
  'group_cards.unsign': 404,
  'group_cards.hide': 404,
  'group_cards.report': 404,
  'group_cards.picture': 404,
  // A nomination of somebody else, and the jury of others.
  'nominations.change': 404,
  'nominations.withdraw': 404,
  'nominations.ballot': 404,
  'nominations.score': 403,
  'nominations.vote': 403,
  'coins.list': 403,
  'coins.csv': 403,
  // Owners of a team change its members, others do not.
  'groups.add_members': 403,
  'groups.remove_members': 403,
  'users.delete': 403,
  // The post has no picture.
  'posts.picture': 404,
  // Only the managers above a person change their leave.
  'organization.set_away': 403,
  'organization.introductions': 403,
  'organization.introduce': 403,
  'posts.update': 403,
  'posts.delete': 403,
  'posts.edit_comment': 403,
  'posts.delete_comment': 403,
  'shop.cancel': 404,
  'shop.readdress': 404,
  'tokens.revoke': 404,
  'oauth.disconnect': 404,
}
test('resources of colleagues answer 403 or 404 exactly where listed', async () => {
  const fixture = await makeTenantFixture(t)
  const bystander = await makeMember(t, fixture.team.workspace_id)
  for (const name of guardedCalls().filter(
    (one) => routeOf(one).access === 'take_part' && pathResourceKind(one),
  )) {
    const { status } = await callWithExample(t, name, bystander.token, fixture)
    if (memberDenials[name]) expect([name, status]).toEqual([name, memberDenials[name]])
    else expect([name, [401, 403, 404].includes(status)]).toEqual([name, false])
  }
})

type InputPart = 'params' | 'query' | 'body'
const inputParts = ['params', 'query', 'body'] as const
const idFieldsIn = (name: RouteName, part: InputPart): Field[] =>
  listFields(routeOf(name)[part]).filter((field) => field.kind && field.kind in ownTenant.ids)
/** Calls with our own ids, except for one id that belongs to the other side. */
function callWithForeignId(
  name: RouteName,
  token: string,
  part: InputPart,
  field: Field,
  fixture: TenantFixture,
): Promise<CallResult<RouteName>> {
  const value = fixture.ids[field.kind as keyof ResourceIds]
  // Redeeming a team reward addresses the collecting purchase.
  const redeemed =
    name === 'shop.redeem' && part === 'body' ? { id: ownTenant.ids.team_reward } : {}
  const input: Record<InputPart, unknown> = {
    params: { ...pathParamsOf(name, ownTenant).params, ...redeemed },
    query: {},
    body: exampleBodies[name]?.(ownTenant.ids),
  }
  input[part] = setAtPath(input[part], field.path, value)
  return t.call(name, {
    token,
    params: input.params as Record<string, string>,
    query: input.query as Record<string, string>,
    ...(input.body === undefined ? {} : { body: input.body }),
  }) as Promise<CallResult<RouteName>>
}

/** Returns whether the first test makes the same call: its path has the only id. */
const hasOnlyPathId = (name: RouteName): boolean =>
  pathResourceKind(name) !== undefined &&
  inputParts.flatMap((part) => idFieldsIn(name, part)).length === 1
/** Calls about many ids: each unknown id has its own outcome, or is left out. */
const bulkCalls: RouteName[] = [
  'rewards.decide_purchases',
  'rewards.export_purchases',
  'users.export',
  'users.invite_many',
  'users.update_many',
  'users.permissions_many',
  'coins.adjust_many',
]
/** Returns the body with the sent id masked, which some answers repeat. */
const maskId = (body: unknown, tenant: TenantFixture, field: Field): unknown =>
  JSON.parse(
    JSON.stringify(body ?? null).replaceAll(
      String(tenant.ids[field.kind as keyof ResourceIds]),
      'the sent id',
    ),
  )

test('ids of another workspace answer exactly like unknown ids', { timeout: 300_000 }, async () => {
  const seen: string[] = []
  const guarded = new Set(guardedCalls())
  for (const name of mounted.filter((one) => !(guarded.has(one) && hasOnlyPathId(one)))) {
    for (const part of inputParts) {
      for (const field of idFieldsIn(name, part)) {
        // Only the roles with every ability and with none: the first test covers the roles
        // between them.
        for (const { token, name: role } of roles.filter(
          (one) =>
            ['administrator of all', 'member'].includes(one.name) &&
            (['public', 'temporary'].includes(routeOf(name).access) || isAllowed(name, one)),
        )) {
          const where = [name, part, ...field.path, role]
          const [foreign, missing] = [
            await callWithForeignId(name, token ?? '', part, field, otherTenant),
            await callWithForeignId(name, token ?? '', part, field, unknownTenant),
          ]
          expect([...where, foreign.status, maskId(foreign.body, otherTenant, field)]).toEqual([
            ...where,
            missing.status,
            maskId(missing.body, unknownTenant, field),
          ])
          if (part === 'params')
            expect([...where, foreign.status]).toEqual([
              ...where,
              isRefusedWhileImpersonating(name, role) ? 403 : 404,
            ])
          else if (part === 'body')
            expect([...where, foreign.status >= 400]).toEqual([...where, !bulkCalls.includes(name)])
        }
        seen.push(`${name} ${part}`)
      }
    }
  }
  // Checks that listFields finds known cases: a list, an optional field, a filter, a second id in
  // a path.
  expect(seen).toEqual(
    expect.arrayContaining([
      'posts.create body',
      'shop.redeem body',
      'posts.list query',
      'posts.delete_comment params',
      'auth.create_session body',
    ]),
  )
})

test('the other workspace keeps every byte of every table', async () => {
  expect(await hashWorkspaceRows(t, otherTenant.team.workspace_id)).toBe(fingerprintBefore)
})
