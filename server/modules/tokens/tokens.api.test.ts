import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { tokenPrefix } from './service.ts'
import { dayAfter, createAccessToken } from '#tests/support/access-tokens.ts'

const t = setupTestApp()
const listTokensOf = async (owner: Member) =>
  (await t.call('tokens.list', { token: owner.token })).body.items
const statusOfFeed = async (token: string) => (await t.call('posts.list', { token })).status
const statusOfConfig = async (token: string) => (await t.call('config.get', { token })).status
let team: Team
let member: Member
beforeAll(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
})

test('a token is returned once and stored as a hash', async () => {
  const { body } = await createAccessToken(t, member, {
    name: ' Weekly report ',
    scopes: ['profile:read', 'posts:read', 'posts:read'],
    expires_on: dayAfter(t, 7),
  })
  expect(body.token).toMatch(/^laurel_pat_[\w-]{43}$/)
  expect(body).toMatchObject({
    name: 'Weekly report',
    scopes: ['profile:read', 'posts:read'],
    last_used_at: null,
    expired: false,
  })
  expect(await statusOfFeed(body.token)).toBe(200)
  const { token, ...shown } = body
  expect(await listTokensOf(member)).toEqual([
    { ...shown, last_used_at: t.clock.now().toISOString() },
  ])
  await withClient(t.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ n: number }>(
      'select count(*)::int as n from sessions s where s::text like $1',
      [`%${token.slice(11)}%`],
    )
    expect(rows[0]?.n).toBe(0)
  })
  expect((await t.call('auth.list_sessions', { token: member.token })).body).toHaveLength(1)
})

test('a token expires at the end of its day in the team’s time zone', async () => {
  const far = await makeTeam(t, { timezone: 'Pacific/Auckland' })
  const { body } = await createAccessToken(t, far.admin, { expires_on: '2026-06-16' })
  expect(body.expires_at).toBe('2026-06-16T12:00:00.000Z')
  const before = t.clock.now()
  t.clock.advance(new Date(body.expires_at).getTime() - before.getTime() - 1)
  expect(await statusOfFeed(body.token)).toBe(200)
  t.clock.advance(1)
  expect(await statusOfFeed(body.token)).toBe(401)
  expect(await listTokensOf(far.admin)).toMatchObject([{ id: body.id, expired: true }])
  t.clock.advance(before.getTime() - t.clock.now().getTime())
  for (const expiresOn of ['2026-06-14', '2027-06-18', '2026-02-30'])
    expect((await createAccessToken(t, far.admin, { expires_on: expiresOn })).status).toBe(422)
  expect((await createAccessToken(t, far.admin, { expires_on: '2027-06-17' })).status).toBe(200)
})

test('last use is stored once a day and does not extend the token', async () => {
  const { body } = await createAccessToken(t, member, { expires_on: dayAfter(t, 90) })
  const used = async () =>
    (await listTokensOf(member)).find((one) => one.id === body.id)?.last_used_at
  const first = t.clock.now().toISOString()
  await statusOfFeed(body.token)
  t.clock.advance(3_600_000)
  await statusOfFeed(body.token)
  expect(await used()).toBe(first)
  t.clock.advance(86_400_000)
  await statusOfFeed(body.token)
  expect(await used()).toBe(t.clock.now().toISOString())
  expect((await listTokensOf(member)).find((one) => one.id === body.id)?.expires_at).toBe(
    body.expires_at,
  )
  t.clock.advance(-90_000_000)
})

test('twenty concurrent requests cannot exceed the token limit', async () => {
  const busy = await makeMember(t, team.workspace_id)
  for (let n = 0; n < 15; n += 1) await createAccessToken(t, busy)
  const answers = await Promise.all(Array.from({ length: 20 }, () => createAccessToken(t, busy)))
  expect(answers.filter((one) => one.status === 200)).toHaveLength(5)
  expect(new Set(answers.filter((one) => one.status !== 200).flatMap((one) => one.codes))).toEqual(
    new Set(['tokens_full']),
  )
  const all = await listTokensOf(busy)
  expect(all).toHaveLength(limits.tokens_per_user_max)
  await t.call('tokens.revoke', { token: busy.token, params: { id: all[0]?.id ?? '' } })
  expect((await createAccessToken(t, busy)).status).toBe(200)
})

test('only the owner lists and revokes its tokens', async () => {
  const stranger = await makeTeam(t)
  const { body } = await createAccessToken(t, member)
  for (const token of [
    (await makeMember(t, team.workspace_id)).token,
    team.admin.token,
    stranger.admin.token,
  ]) {
    expect(await t.call('tokens.revoke', { token, params: { id: body.id } })).toMatchObject({
      status: 404,
      codes: ['not_found'],
    })
    expect((await t.call('tokens.list', { token })).body.items.map((one) => one.id)).not.toContain(
      body.id,
    )
  }
  // A session is not a token, so its id is not found.
  const {
    body: [session],
  } = await t.call('auth.list_sessions', { token: member.token })
  expect(
    (await t.call('tokens.revoke', { token: member.token, params: { id: session?.id ?? '' } }))
      .status,
  ).toBe(404)
  const link = await createImpersonationLink(
    t.services.db,
    team.workspace_id,
    member.email,
    '',
    t.clock.now(),
  )
  const {
    body: { access_token: accessToken },
  } = await t.call('auth.impersonate', { body: { token: link } })
  for (const name of ['tokens.list', 'tokens.create'] as const)
    expect(
      (
        await t.call(name, {
          token: accessToken,
          body: { name: 'X', scopes: ['posts:read'], expires_on: dayAfter(t, 7) },
        })
      ).status,
    ).toBe(403)
  expect(await statusOfFeed(body.token)).toBe(200)
  expect(
    (await t.call('tokens.revoke', { token: member.token, params: { id: body.id } })).status,
  ).toBe(204)
  expect(await statusOfFeed(body.token)).toBe(401)
  expect(
    (await t.call('tokens.revoke', { token: member.token, params: { id: body.id } })).status,
  ).toBe(404)
})

describe('ending sessions', () => {
  test('ending other sessions keeps tokens, a new address ends them', async () => {
    const one = await makeMember(t, team.workspace_id)
    const {
      body: { token },
    } = await createAccessToken(t, one)
    const other = await startSession(t.services.db.global, t.clock.now(), {
      kind: 'session',
      account_id: one.account_id,
      workspace_id: one.workspace_id,
      user_id: one.user_id,
    })
    await t.call('auth.end_sessions', { token: one.token })
    expect([await statusOfConfig(other), await statusOfFeed(token)]).toEqual([401, 200])
    const {
      body: { sig },
    } = await t.call('profiles.get_code', {
      token: one.token,
      body: { email: 'moved@example.test' },
    })
    const code = /\b\d{6}\b/.exec(t.mails.at(-1)?.text ?? '')?.[0]
    expect(
      (
        await t.call('profiles.verify_code', {
          token: one.token,
          body: { email: 'moved@example.test', sig, code },
        })
      ).status,
    ).toBe(200)
    expect([await statusOfConfig(one.token), await statusOfFeed(token)]).toEqual([200, 401])
  })

  test.each([
    [
      'deactivation',
      (id: string) =>
        t.call('users.update', {
          token: team.admin.token,
          params: { id },
          body: { state: 'deactivated' },
        }),
    ],
    [
      'deletion',
      (id: string) => t.call('users.delete', { token: team.admin.token, params: { id } }),
    ],
  ] as const)('%s ends tokens permanently at the next request', async (_, end) => {
    const one = await makeMember(t, team.workspace_id)
    const {
      body: { token },
    } = await createAccessToken(t, one)
    expect(await statusOfFeed(token)).toBe(200)
    await end(one.user_id)
    expect(await statusOfFeed(token)).toBe(401)
    await withClient(t.ownerUrl, (owner) =>
      owner.query("update users set state = 'accepted' where id = $1", [one.user_id]),
    )
    expect(await statusOfFeed(token)).toBe(401)
  })
})

test('the audit log records tokens without their secret', async () => {
  const one = await makeMember(t, team.workspace_id)
  const { body } = await createAccessToken(t, one, {
    name: 'My secret project',
    scopes: ['posts:read', 'posts:write'],
  })
  await t.call('tokens.revoke', { token: one.token, params: { id: body.id } })
  const {
    body: { items },
  } = await t.call('workspace.audit', { token: team.admin.token })
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'token.revoke', actor: { id: one.user_id }, details: { token_id: body.id } },
    {
      action: 'token.create',
      actor: { id: one.user_id },
      details: {
        token_id: body.id,
        scopes: ['posts:read', 'posts:write'],
        expires_on: dayAfter(t, 30),
      },
    },
  ])
  expect(JSON.stringify(items)).not.toContain('secret project')
  expect(JSON.stringify(items)).not.toContain(tokenPrefix)
})

test('the audit log names the token of an action', async () => {
  const own = await makeTeam(t)
  const { admin } = own
  const made = await createAccessToken(t, admin, {
    name: 'Nightly sync',
    scopes: ['settings:write'],
  })
  const { id, token } = made.body
  expect((await t.call('settings.update', { token, body: { limit: 50 } })).status).toBe(200)
  expect(
    (await t.call('settings.update', { token: admin.token, body: { limit: 60 } })).status,
  ).toBe(200)
  const log = async () =>
    (await t.call('workspace.audit', { token: admin.token })).body.items
      .filter((one) => one.action === 'settings.update')
      .map((one) => [one.actor?.id, one.token, one.impersonated])
  const wanted = [
    [admin.user_id, null, false],
    [admin.user_id, { id, name: 'Nightly sync' }, false],
  ]
  expect(await log()).toEqual(wanted)
  // A revoked token is still named.
  await t.call('tokens.revoke', { token: admin.token, params: { id } })
  await withClient(t.ownerUrl, (owner) => owner.query(`delete from sessions where id = $1`, [id]))
  expect(await log()).toEqual(wanted)
  // The token's name is personal data and is erased with its owner; the fact that it was a token
  // stays.
  const other = await makeMember(t, own.workspace_id, {
    permissions: { account_administrator: true },
  })
  const last = (
    await createAccessToken(t, other, { name: 'My own words', scopes: ['settings:write'] })
  ).body
  await t.call('settings.update', { token: last.token, body: { limit: 70 } })
  expect((await log())[0]).toEqual([other.user_id, { id: last.id, name: 'My own words' }, false])
  expect(
    (await t.call('users.delete', { token: admin.token, params: { id: other.user_id } })).status,
  ).toBe(204)
  expect((await log())[0]).toEqual([other.user_id, { id: last.id, name: '' }, false])
})

test('a mail about a new token cannot be switched off', async () => {
  const one = await makeMember(t, team.workspace_id)
  await t.call('profiles.update_me', {
    token: one.token,
    body: {
      notifications: { points_received: false, reward_redeemed: false, reward_fulfilled: false },
    },
  })
  const { body } = await createAccessToken(t, one, {
    name: 'Weekly report',
    expires_on: '2026-07-01',
  })
  await processOutbox(t.services)
  const mails = t.mails.filter((mail) => mail.to === one.email)
  expect(mails.map((mail) => mail.subject)).toEqual(['A new access token for your Laurel account'])
  for (const words of ['Weekly report', 'July 1, 2026', '/edit-profile'])
    expect(mails[0]?.text).toContain(words)
  expect(mails[0]?.text).not.toContain(body.token)
})
