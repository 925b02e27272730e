import { beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '#contract/routes/route.ts'
import { type RouteName, routeNames, routes } from '#contract/routes/index.ts'
import { type Scope, findRequiredScope, scopes } from '#contract/scopes.ts'
import { newToken } from '#server/platform/ids.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { insertToken } from './queries.ts'
import { tokenPrefix } from './service.ts'
import { dayAfter, createAccessToken } from '#tests/support/access-tokens.ts'

const t = setupTestApp()
let team: Team
let member: Member
beforeAll(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
})

const route = (name: RouteName): Route => routes[name]
/** Returns a token with exactly these scopes. Ignores the limit of tokens per user. */
async function createTokenWithScopes(held: readonly Scope[]): Promise<string> {
  const token = tokenPrefix + newToken()
  const expiresAt = new Date(t.clock.now().getTime() + 86_400_000)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    insertToken(
      trx,
      team.admin,
      token,
      { name: 'Script', scopes: [...held], expires_at: expiresAt },
      t.clock.now(),
    ),
  )
  return token
}
const without = new Map<Scope, string>()
const only = new Map<Scope, string>()
let all: string
const mounted: RouteName[] = []
beforeAll(async () => {
  all = await createTokenWithScopes(scopes)
  for (const scope of scopes) {
    without.set(scope, await createTokenWithScopes(scopes.filter((one) => one !== scope)))
    only.set(scope, await createTokenWithScopes([scope]))
  }
  const document = JSON.parse((await t.app.inject('/api/openapi.json')).body) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const served = new Set(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    ),
  )
  mounted.push(
    ...routeNames.filter(
      (name) => served.has(name.replace('.', '_')) && route(name).access !== 'public',
    ),
  )
})
// Unknown ids: a permitted call answers 404 and changes nothing.
const params = {
  id: '01900000-0000-7000-8000-000000000000',
  comment_id: '01900000-0000-7000-8000-000000000000',
  reaction: 'clap',
}

describe('every call of the contract', () => {
  test('requires its own scope and no other', async () => {
    expect(mounted.length).toBeGreaterThan(80)
    for (const name of mounted) {
      const scope = findRequiredScope(name, route(name))
      if (!scope) continue
      const refused = await t.call(name, { token: without.get(scope) ?? '', params })
      expect([name, refused.status, refused.errors[0]?.code, refused.errors[0]?.params]).toEqual([
        name,
        403,
        'scope_missing',
        { scope },
      ])
      const open = await t.call(name, { token: only.get(scope) ?? '', params })
      expect([name, open.status === 401 || open.codes.includes('scope_missing')]).toEqual([
        name,
        false,
      ])
    }
  })

  test('refuses every token where the contract names no scope', async () => {
    const closed = mounted.filter((name) => findRequiredScope(name, route(name)) === null)
    for (const name of closed) {
      const { status, codes } = await t.call(name, { token: all, params })
      expect([name, status, codes]).toEqual([name, 403, ['forbidden']])
    }
    // A second, hand-written list: opening one of these calls to tokens requires a change here.
    const never =
      /^(auth|presence|tokens|calendar|events|checklist|hooks)\.|^workspace\.(?!audit(_csv|_lines)?$)|^users\.(permissions|delete)$|^profiles\.(export|(get|verify)_code)$|^billing\.(subscribe|change_plan|cancel|resume|add_payment_method|dismiss_offer|update_details)$|^rewards\.(add|remove)_payment_method$/
    expect(
      routeNames.filter(
        (name) => never.test(name) && findRequiredScope(name, route(name)) !== null,
      ),
    ).toEqual([])
  })

  test('uses read scopes for GET and write scopes otherwise', () => {
    for (const name of routeNames)
      expect([
        name,
        findRequiredScope(name, route(name))?.endsWith(
          route(name).method === 'GET' ? ':read' : ':write',
        ) ?? true,
      ]).toEqual([name, true])
    expect(
      scopes.filter(
        (scope) => !routeNames.some((name) => findRequiredScope(name, route(name)) === scope),
      ),
    ).toEqual([])
  })
})

test('a token’s scopes are limited by its owner’s abilities', async () => {
  const offered = (await t.call('tokens.list', { token: member.token })).body.scopes
  expect(offered).toEqual(
    expect.arrayContaining([
      'profile:read',
      'posts:write',
      'shop:write',
      'points:read',
      'reports:read',
    ]),
  )
  for (const scope of [
    'team:read',
    'settings:write',
    'audit:read',
    'points:write',
    'rewards:read',
    'billing:read',
  ] as const)
    expect(offered).not.toContain(scope)
  expect(await createAccessToken(t, member, { scopes: ['team:read'] })).toMatchObject({
    status: 403,
    errors: [{ code: 'forbidden', field: 'scopes' }],
  })
  expect((await t.call('tokens.list', { token: team.admin.token })).body.scopes).toEqual(scopes)
  const manager = await makeMember(t, team.workspace_id, {
    permissions: { global_administrator: true },
  })
  const {
    body: { token },
  } = await createAccessToken(t, manager, { scopes: ['team:read'] })
  expect((await t.call('users.list', { token })).status).toBe(200)
  await t.call('users.permissions', {
    token: team.admin.token,
    params: { id: manager.user_id },
    body: { global_administrator: false },
  })
  expect(await t.call('users.list', { token })).toMatchObject({ status: 403, codes: ['forbidden'] })
})

test('GET /config omits fields that the token’s scopes do not allow', async () => {
  const reader = (await makeTeam(t)).admin
  const read = async (granted: Scope[]) => {
    const {
      body: { token },
    } = await createAccessToken(t, reader, {
      name: 'Reader',
      scopes: granted,
      expires_on: dayAfter(t, 7),
    })
    const [config, me, changed, profile] = [
      (await t.call('config.get', { token })).body,
      (await t.call('profiles.me', { token })).body,
      granted.includes('profile:write')
        ? (await t.call('profiles.update_me', { token, body: {} })).body
        : undefined,
      (await t.call('profiles.get', { token, params: { id: reader.user_id } })).body,
    ]
    return {
      settings: 'settings' in config,
      subscription: 'subscription' in config,
      balance: ['balance' in config.user, 'balance' in me, changed && 'balance' in changed],
      profile: [profile.balance, profile.abilities.see_balance],
    }
  }
  expect(await read(['profile:read', 'profile:write'])).toEqual({
    settings: false,
    subscription: false,
    balance: [false, false, false],
    profile: [null, false],
  })
  expect(await read(['profile:read', 'settings:read'])).toEqual({
    settings: true,
    subscription: false,
    balance: [false, false, undefined],
    profile: [null, false],
  })
  expect(await read(['profile:read', 'billing:read'])).toEqual({
    settings: false,
    subscription: true,
    balance: [false, false, undefined],
    profile: [null, false],
  })
  expect(await read(['profile:read', 'profile:write', 'points:read'])).toEqual({
    settings: false,
    subscription: false,
    balance: [true, true, true],
    profile: [0, true],
  })
  const config = (await t.call('config.get', { token: reader.token })).body
  expect([config.settings.name, config.subscription, config.user.balance]).toEqual([
    config.workspace.name,
    expect.objectContaining({ status: 'none' }),
    0,
  ])
})
