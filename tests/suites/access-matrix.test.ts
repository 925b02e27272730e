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
  type Field,
  listFields,
  hashWorkspaceRows,
  makeTenantFixture,
  listMountedCalls,
  pathParamsOf,
  pathThingOf,
  routeOf,
  type TenantFixture,
  type ThingIds,
  setAt,
} from '#tests/support/example-requests.ts'
import { allPermissions, makeMember } from '#tests/support/factories.ts'

/**
 * The access matrix (promise 9), generated from the table of calls: every call, as every role, with
 * one's own team's ids, another team's and unknown ones, wherever an id stands. What a role may is
 * `abilities`; nothing here says it twice.
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
  const nobody = newId(t.clock.now())
  unknownTenant = {
    ...otherTenant,
    ids: Object.fromEntries(Object.keys(otherTenant.ids).map((key) => [key, nobody])) as ThingIds,
  }
  const { workspace_id: workspaceId, admin } = ownTenant.team
  const inside = (holds: readonly Permission[], token: string, name: string): Role => ({
    name,
    token,
    verdict: 'by ability',
    permissions: holds,
  })
  const of = async (held: Partial<Record<Permission, boolean>>) =>
    makeMember(t, workspaceId, { permissions: held })
  for (const permission of permissions)
    roles.push(inside([permission], (await of({ [permission]: true })).token, permission))
  roles.push(inside([], ownTenant.member.token, 'member'))
  const replaced = await of(allPermissions)
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
  const left = await of(allPermissions)
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
 * What is a person's own, or outlives an operator's hour, is refused to whoever stands in their
 * place, before it is looked for.
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
  'who has no session is 401, who lacks the ability 403, whoever’s the id is; who has it is neither',
  { timeout: 300_000 },
  async () => {
    for (const name of guardedCalls()) {
      for (const role of roles) {
        // Who has no session is refused before any id is read.
        const sides =
          pathThingOf(name) && role.verdict !== 401
            ? { here: ownTenant, there: otherTenant, unknown: unknownTenant }
            : { here: ownTenant }
        for (const [whose, side] of Object.entries(sides)) {
          const { status, codes } = await callWithExample(t, name, role.token, side)
          const where = [name, role.name, whose]
          if (role.verdict === 401)
            expect([...where, status, codes]).toEqual([...where, 401, ['unauthorized']])
          else if (!isAllowed(name, role))
            expect([...where, status, codes]).toEqual([...where, 403, ['forbidden']])
          else if (isRefusedWhileImpersonating(name, role.name))
            expect([...where, status, codes]).toEqual([...where, 403, ['forbidden']])
          else if (whose !== 'here')
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
      }
    }
  },
)

test('calls for choosing a team open to its tokens alone', async () => {
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
 * What a member may not do to what is a colleague's: the answer, by call. Every other call of a
 * member is open to any of the team's ids.
 */
const memberDenials: Partial<Record<RouteName, 403 | 404>> = {
  'coins.list': 403,
  'coins.csv': 403,
  'users.delete': 403,
  'posts.update': 403,
  'posts.delete': 403,
  'posts.edit_comment': 403,
  'posts.delete_comment': 403,
  'shop.cancel': 404,
  'shop.readdress': 404,
  'tokens.revoke': 404,
}
test('what is a colleague’s is closed to a member where the table here says so, and nowhere else', async () => {
  const side = await makeTenantFixture(t)
  const bystander = await makeMember(t, side.team.workspace_id)
  for (const name of guardedCalls().filter(
    (one) => routeOf(one).access === 'take_part' && pathThingOf(one),
  )) {
    const { status } = await callWithExample(t, name, bystander.token, side)
    if (memberDenials[name]) expect([name, status]).toEqual([name, memberDenials[name]])
    else expect([name, [401, 403, 404].includes(status)]).toEqual([name, false])
  }
})

type InputPart = 'params' | 'query' | 'body'
const inputParts = ['params', 'query', 'body'] as const
const idFieldsIn = (name: RouteName, place: InputPart): Field[] =>
  listFields(routeOf(name)[place]).filter((field) => field.thing && field.thing in ownTenant.ids)
/** A call with our own things, but for one id, which is the other side's. */
function callWithForeignId(
  name: RouteName,
  token: string,
  place: InputPart,
  field: Field,
  side: TenantFixture,
): Promise<CallResult<RouteName>> {
  const value = side.ids[field.thing as keyof ThingIds]
  // The purchase that fills up is meant where a team's reward is redeemed.
  const redeemed =
    name === 'shop.redeem' && place === 'body' ? { id: ownTenant.ids.team_reward } : {}
  const own: Record<InputPart, unknown> = {
    params: { ...pathParamsOf(name, ownTenant).params, ...redeemed },
    query: {},
    body: exampleBodies[name]?.(ownTenant.ids),
  }
  own[place] = setAt(own[place], field.path, value)
  return t.call(name, {
    token,
    params: own.params as Record<string, string>,
    query: own.query as Record<string, string>,
    ...(own.body === undefined ? {} : { body: own.body }),
  }) as Promise<CallResult<RouteName>>
}

test(
  'wherever an id stands, another workspace’s answers as one that does not exist: same status, same body',
  { timeout: 300_000 },
  async () => {
    const seen: string[] = []
    for (const name of mounted) {
      for (const place of inputParts) {
        for (const field of idFieldsIn(name, place)) {
          // One who may everything and one who may nothing beyond it: those between them are held
          // by the first test.
          for (const { token, name: role } of roles.filter(
            (one) =>
              ['administrator of all', 'member'].includes(one.name) &&
              (['public', 'temporary'].includes(routeOf(name).access) || isAllowed(name, one)),
          )) {
            const where = [name, place, ...field.path, role]
            const [foreign, missing] = [
              await callWithForeignId(name, token ?? '', place, field, otherTenant),
              await callWithForeignId(name, token ?? '', place, field, unknownTenant),
            ]
            expect([...where, foreign.status, foreign.body]).toEqual([
              ...where,
              missing.status,
              missing.body,
            ])
            if (place === 'params')
              expect([...where, foreign.status]).toEqual([
                ...where,
                isRefusedWhileImpersonating(name, role) ? 403 : 404,
              ])
            else if (place === 'body')
              expect([...where, foreign.status >= 400]).toEqual([...where, true])
          }
          seen.push(`${name} ${place}`)
        }
      }
    }
    // The walk over the schemas finds what is known to be there: a list, an optional field, a
    // filter, a second id in a path.
    expect(seen).toEqual(
      expect.arrayContaining([
        'posts.create body',
        'shop.redeem body',
        'posts.list query',
        'posts.delete_comment params',
        'auth.create_session body',
      ]),
    )
  },
)

test('from the other side it is the same: an administrator of another team finds none of ours', async () => {
  for (const name of guardedCalls().filter((one) => pathThingOf(one))) {
    const [ours, none] = [
      await callWithExample(t, name, otherTenant.team.admin.token, ownTenant),
      await callWithExample(t, name, otherTenant.team.admin.token, unknownTenant),
    ]
    expect([name, ours.status, ours.body]).toEqual([name, 404, none.body])
  }
})

test('after all of this the other workspace is as it was, in every byte of every table', async () => {
  expect(await hashWorkspaceRows(t, otherTenant.team.workspace_id)).toBe(fingerprintBefore)
})
