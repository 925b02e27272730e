import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isErrorCode } from '#contract/errors.ts'
import { abilities, permissions, type Permission } from '#contract/permissions.ts'
import type { Thing } from '#contract/common.ts'
import type { Route } from '#contract/route.ts'
import { type RouteName, routeNames, routes } from '#contract/routes.ts'
import { newId } from '#server/platform/ids.ts'
import { startSession } from '#server/platform/sessions.ts'
import { type Answer, formOf, pathOf, testApp } from './app.ts'
import { withClient } from './database.ts'
import { giveBalance, makeMember, makePost, makeTeam, type Member, type Team } from './factories.ts'

/**
 * One suite for every call of the contract that the server mounts (promises 9, 11, 13): what it takes is known from the
 * table, so each call earns the same refusals. A mounted call without an example below fails.
 */
type Things = Record<Exclude<Thing, 'session' | 'product'> | 'leaver', string>
type Side = { team: Team; member: Member; things: Things }

const t = testApp()
let here: Side
let there: Side
const mounted: RouteName[] = []
const tokens: Record<string, string> = {}
const route = (name: RouteName): Route => routes[name]

/** A body that the call would take, with things of the given side. */
const examples: Partial<Record<RouteName, (things: Things) => unknown>> = {
  'auth.get_code': () => ({ email: 'somebody@example.test' }),
  'auth.verify_code': () => ({ email: 'somebody@example.test', sig: 'x'.repeat(43), code: '000000' }),
  'auth.verify_invite': () => ({ token: 'x'.repeat(54) }),
  'auth.accept_invite': () => ({ token: 'x'.repeat(54) }),
  'auth.verify_google': () => ({ id_token: 'x.y.z' }),
  'auth.impersonate': () => ({ token: 'x'.repeat(54) }),
  'auth.create_workspace': () => ({ name: 'Another' }),
  'auth.create_session': (things) => ({ workspace_id: things.workspace }),
  'profiles.get_code': () => ({ email: 'other@example.test' }),
  'profiles.verify_code': () => ({ email: 'other@example.test', sig: 'x'.repeat(43), code: '000000' }),
  'workspace.reset': () => ({ name: 'Not the name', sig: 'x'.repeat(43), code: '000000' }),
  'workspace.delete': () => ({ name: 'Not the name', sig: 'x'.repeat(43), code: '000000' }),
  'settings.update': () => ({ show_leaderboard: true }),
  'settings.notifications': () => ({ points_received: true }),
  'notifications.get': () => ({ token: 'x'.repeat(66) }),
  'notifications.set': () => ({ token: 'x'.repeat(66), subscribed: false }),
  'values.create': () => ({ name: 'Patience', color: '#336699', emoji: '🐢' }),
  'values.update': () => ({ description: 'Changed' }),
  'checklist.update': () => ({ dismissed: false }),
  'billing.update_details': () => ({ name: 'Analytical Engines Ltd' }),
  'billing.subscribe': () => ({ plan: 'month', callback: 'http://localhost:3000/settings/billing/overview' }),
  'billing.change_plan': () => ({ plan: 'year' }),
  'billing.cancel': () => ({ reason: 'other' }),
  'billing.add_payment_method': () => ({ callback: 'http://localhost:3000/feed' }),
  'checkout.get': () => ({ token: 'x'.repeat(54) }),
  'checkout.pay': () => ({ token: 'x'.repeat(54), number: '4242424242424242', expiry: '12/40', cvc: '123' }),
  'profiles.update_me': () => ({ job_title: 'Tester' }),
  'tokens.create': () => ({ name: 'Script', scopes: ['posts:read'], expires_on: '2026-07-01' }),
  'users.update': () => ({ job_title: 'Tester' }),
  'users.permissions': () => ({ billing_administrator: false }),
  'imports.preview': () => ({ columns: ['email'] }),
  'users.create': () => ({ users: [{ email: 'new@example.test' }] }),
  'posts.create': (things) => ({ to_id: [things.user], value_id: things.value, score: 1, description: 'Thank you so much' }),
  'posts.update': (things) => ({ value_id: things.value }),
  'posts.react': () => ({ reaction: 'clap' }),
  'posts.comment': () => ({ text: 'Well deserved' }),
  'posts.edit_comment': () => ({ text: 'Very well deserved' }),
  'posts.add_on': () => ({ score: 1, text: 'From me too' }),
  'coins.adjust': () => ({ amount: 1, comment: '' }),
  'rewards.create': () => ({ title: 'Tea', price: 5 }),
  'rewards.update': () => ({ title: 'More tea' }),
  'rewards.fulfil': () => ({}),
  'rewards.decline': () => ({ reason: 'no' }),
  'shop.redeem': () => ({ comment: '' }),
  'shop.readdress': () => ({ email: 'other@example.test' }),
  'giftcards.claim': () => ({ token: 'x'.repeat(54) }),
  'rewards.add_payment_method': () => ({ callback: 'http://localhost:3000/settings/rewards/payment' }),
}

async function makeSide(): Promise<Side> {
  const team = await makeTeam(t)
  const { workspace_id } = team
  const member = await makeMember(t, workspace_id)
  const leaver = await makeMember(t, workspace_id)
  await giveBalance(t, team.admin, 50)
  const post = await makePost(t, team.admin, [member], team.value_id)
  const comment = await t.call('posts.comment', { token: team.admin.token, params: { id: post }, body: { text: 'And thank you again' } })
  const reward = await t.call('rewards.create', { token: team.admin.token, body: { title: 'Cake', price: 5 } })
  const purchase = await t.call('shop.redeem', { token: team.admin.token, params: { id: reward.body.id }, body: {} })
  const list = await t.call('imports.create', { token: team.admin.token, body: formOf({}, Buffer.from('listed@example.test\n'), 'people.csv') })
  const made = await t.call('tokens.create', { token: team.admin.token, body: examples['tokens.create']?.({} as Things) })
  return { team, member, things: { token: made.body.id, import: list.body.id, workspace: workspace_id, user: member.user_id, leaver: leaver.user_id, post, comment: comment.body.id, value: team.value_id, reward: reward.body.id, purchase: purchase.body.id } }
}

const thingOf = (schema: unknown): Thing | undefined => (schema instanceof z.ZodType ? (schema.meta()?.['thing'] as Thing | undefined) : undefined)
/** The kind of thing the call's path id names. */
function pathThing(name: RouteName): keyof Things | undefined {
  // Who is deleted must not be the one whose token the suite goes on with.
  if (name === 'users.delete') return 'leaver'
  const params = route(name).params
  return params instanceof z.ZodObject ? (thingOf((params.shape as Record<string, unknown>)['id']) as keyof Things) : undefined
}
/** What stands in a path beside an id of a thing. */
const others: Record<string, string> = { reaction: 'clap' }
const paramKeys = (name: RouteName) => { const { params } = route(name); return params instanceof z.ZodObject ? Object.entries(params.shape as Record<string, unknown>) : [] }
function paramsOf(name: RouteName, side: Side): { params?: Record<string, string> } {
  const thing = pathThing(name)
  if (!thing) return {}
  const of = (key: string, schema: unknown) => { const kind = thingOf(schema) as keyof Things | undefined; return kind ? side.things[kind] : (others[key] ?? '') }
  return { params: { ...Object.fromEntries(paramKeys(name).map(([key, schema]) => [key, of(key, schema)])), id: side.things[thing] } }
}
const ask = (name: RouteName, token: string | null, side: Side = here): Promise<Answer<RouteName>> =>
  t.call(name, { token, ...paramsOf(name, side), ...(examples[name] ? { body: examples[name](side.things) } : {}) }) as Promise<Answer<RouteName>>

beforeAll(async () => {
  const document = JSON.parse((await t.app.inject('/api/openapi.json')).body) as { paths: Record<string, Record<string, { operationId: string }>> }
  const served = new Set(Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId)))
  mounted.push(...routeNames.filter((name) => served.has(name.replace('.', '_'))))
  here = await makeSide()
  there = await makeSide()
  for (const permission of permissions) tokens[permission] = (await makeMember(t, here.team.workspace_id, { permissions: { [permission]: true } })).token
  tokens['member'] = here.member.token
  tokens['temporary'] = await startSession(t.services.db.global, t.clock.now(), { account_id: here.member.account_id, kind: 'temporary' })
})

test('every mounted call that takes a body has an example here', () => {
  expect(mounted.length).toBeGreaterThan(40)
  expect(mounted.filter((name) => route(name).body && !examples[name])).toEqual([])
})

test('without a token, or with a dead one: 401', async () => {
  for (const name of mounted.filter((one) => route(one).access !== 'public')) {
    for (const token of [null, 'A'.repeat(43), '', 'x']) expect([name, (await ask(name, token)).status]).toEqual([name, 401])
  }
})

test('the temporary token opens nothing inside a workspace', async () => {
  for (const name of mounted.filter((one) => !['public', 'temporary'].includes(route(one).access))) {
    expect([name, (await ask(name, tokens['temporary'] ?? '')).status]).toEqual([name, 401])
  }
})

test('a role without the ability gets 403, one with it does not', async () => {
  for (const name of mounted.filter((one) => !['public', 'temporary'].includes(route(one).access))) {
    const from: 'member' | readonly Permission[] = abilities[route(name).access as keyof typeof abilities]
    for (const role of ['member', ...permissions] as const) {
      const { status, codes } = await ask(name, tokens[role] ?? '')
      const holds = from === 'member' || (role !== 'member' && from.includes(role))
      if (!holds) expect([name, role, status, codes]).toEqual([name, role, 403, ['forbidden']])
      else if (status === 403) expect(route(name).errors).toContain('forbidden')
    }
  }
})

test('an inactive workspace answers 402, but for config and session', async () => {
  const team = await makeTeam(t)
  const late = new Date(t.clock.now().getTime() + 31 * 86_400_000)
  t.clock.advance(31 * 86_400_000)
  const token = await startSession(t.services.db.global, late, { account_id: team.admin.account_id, kind: 'session', workspace_id: team.workspace_id, user_id: team.admin.user_id })
  for (const name of mounted.filter((one) => !['public', 'temporary'].includes(route(one).access))) {
    const { status, codes } = await ask(name, token)
    if (route(name).inactive) expect([name, status < 500 && status !== 402]).toEqual([name, true])
    else expect([name, status, codes]).toEqual([name, 402, ['billing_inactive']])
  }
  t.clock.advance(-31 * 86_400_000)
})

test('a body that is no JSON is malformed, one of the wrong shape breaks a rule; both say a code', async () => {
  for (const name of mounted.filter((one) => route(one).body)) {
    const token = here.team.admin.token
    const { method } = route(name)
    const broken = await t.app.inject({
      method, url: pathOf(name, paramsOf(name, here).params), payload: '{"a": ',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    expect([name, broken.statusCode]).toEqual([name, 400])
    for (const body of [[], 'text', 7, { unheard_of: true }]) {
      const answer = await t.call(name, { token, ...paramsOf(name, here), headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) as unknown })
      expect([name, [400, 401, 422].includes(answer.status)]).toEqual([name, true])
      expect(answer.codes.every(isErrorCode)).toBe(true)
    }
  }
})

describe('another workspace', () => {
  const fingerprint = (workspace_id: string) => withClient(t.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ t: string }>(`select c.table_name as t from information_schema.columns c join information_schema.tables x using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'workspace_id' and x.table_type = 'BASE TABLE' and c.table_name <> 'sessions' order by 1`)
    const hash = createHash('sha256')
    for (const { t: table } of rows) {
      const found = await owner.query<{ text: string }>(`select coalesce(string_agg(r::text, e'\\n' order by r::text), '') as text from "${table}" r where workspace_id = $1`, [workspace_id])
      hash.update(`${table}\n${found.rows[0]?.text}\n`)
    }
    return hash.digest('hex')
  })

  test('its ids answer as ids that do not exist, in path, query and body, and nothing of it changes', async () => {
    const before = await fingerprint(there.team.workspace_id)
    const token = here.team.admin.token
    const nobody = newId(t.clock.now())
    const unknown: Side = { ...there, things: Object.fromEntries(Object.keys(there.things).map((key) => [key, nobody])) as Things }
    for (const name of mounted.filter((one) => pathThing(one))) {
      const [foreign, missing] = [await ask(name, token, there), await ask(name, token, unknown)]
      expect([name, foreign.status, foreign.body]).toEqual([name, missing.status, missing.body])
      expect([name, foreign.status]).toEqual([name, 404])
    }
    for (const name of ['posts.edit_comment', 'posts.delete_comment'] as const) {
      const params = { id: here.things.post, comment_id: there.things.comment }
      expect([name, (await t.call(name, { token, params, body: examples[name]?.(here.things) })).status]).toEqual([name, 404])
    }
    for (const name of ['posts.create', 'posts.update', 'auth.create_session'] as const) {
      const [foreign, missing] = await Promise.all([there, unknown].map((side) => t.call(name, { token, ...paramsOf(name, here), body: examples[name]?.(side.things) })))
      expect([name, foreign?.status, foreign?.body]).toEqual([name, missing?.status, missing?.body])
      expect(foreign?.status).toBeGreaterThanOrEqual(400)
    }
    const foreign: Record<string, string>[] = [{ value_id: there.things.value }, { user_id: there.things.user }]
    for (const query of foreign) expect((await t.call('posts.list', { token, query })).body).toEqual([])
    expect(await fingerprint(there.team.workspace_id)).toBe(before)
  })
})

test('what nobody may set is refused: balance, state, permissions, workspace, author, time', async () => {
  const token = here.member.token
  const forbidden = { balance: 1_000, state: 'accepted', permissions: { global_administrator: true }, workspace_id: there.team.workspace_id, from_id: here.team.admin.user_id, created_at: '2020-01-01T00:00:00Z', id: newId(t.clock.now()) }
  for (const [key, value] of Object.entries(forbidden)) {
    const me = await t.call('profiles.update_me', { token, body: { job_title: 'X', [key]: value } })
    expect([key, me.status]).toEqual([key, 422])
    const post = await t.call('posts.create', { token, body: { ...(examples['posts.create']?.({ ...here.things, user: here.team.admin.user_id }) as object), [key]: value } })
    expect([key, post.status]).toEqual([key, 422])
  }
})

test('hostile input never makes a fault', async () => {
  const hostile = [null, true, '', ' ', '\u0000', '\ud800', 'x'.repeat(5_000), 1e21, -1, 1.5, 0, [], {}, [[]], { $ne: 1 }, JSON.parse('{"a":{"constructor":1}}'), "';drop table posts--", '<script>', '../../etc', '%00', '💥'.repeat(500)]
  const token = here.team.admin.token
  for (const name of mounted) {
    const { body, query, params } = route(name)
    const base = (examples[name]?.(here.things) ?? {}) as Record<string, unknown>
    const fields = body instanceof z.ZodObject ? Object.keys(body.shape as object) : []
    for (const value of hostile) {
      for (const field of fields) {
        const answer = await t.call(name, { token, ...paramsOf(name, here), body: { ...base, [field]: value } })
        expect([name, field, value, answer.status < 500]).toEqual([name, field, value, true])
        expect(answer.codes.every(isErrorCode)).toBe(true)
      }
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      for (const field of query instanceof z.ZodObject ? Object.keys(query.shape as object) : []) {
        const answer = await t.call(name, { token, ...paramsOf(name, here), query: { [field]: text.isWellFormed() ? text.slice(0, 2_000) : '' } })
        expect([name, field, text.slice(0, 20), answer.status < 500]).toEqual([name, field, text.slice(0, 20), true])
      }
      for (const [key] of params && text.isWellFormed() ? paramKeys(name) : []) {
        expect((await t.call(name, { token, params: { ...paramsOf(name, here).params, [key]: text.slice(0, 150) }, ...(examples[name] ? { body: base } : {}) })).status).toBeLessThan(500)
      }
    }
  }
  await t.checkLedger()
})

test('every answer carries the headers that protect it', async () => {
  for (const url of ['/api/config', '/api/openapi.json', '/nothing', '/api/docs']) {
    const { headers } = await t.app.inject(url)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store')
  }
})
