import { afterEach, beforeAll, expect, test } from 'vitest'
import { apiPrefix } from '#contract/routes/route.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { startTestApp, setupTestApp } from '#tests/support/test-app.ts'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { newId, newToken, hashToken } from '#server/platform/ids.ts'

type Line = Record<string, unknown> & { event?: string; times?: number }
const lines: string[] = []
const log = { write: (line: string) => void lines.push(line) }
const t = setupTestApp(() => ({ env: { LOG_LEVEL: 'debug' }, log }))
/** Returns the lines of the security log since the previous call. */
const takeSecurityLines = () =>
  lines
    .splice(0)
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.event !== undefined)
let team: Team
let member: Member
beforeAll(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
})
afterEach(() => {
  lines.length = 0
  t.clock.advance(60_000)
})
const ids = (of: Team | Member) => ({
  workspace: of.workspace_id,
  user: 'admin' in of ? of.admin.user_id : of.user_id,
})

test('logs successful and failed sign-ins with their method', async () => {
  const { sig } = (await t.call('auth.get_code', { body: { email: member.email } })).body
  const code = t.mails.findLast((mail) => mail.to === member.email)?.subject.slice(0, 6) ?? ''
  const wrong = await t.call('auth.verify_code', {
    body: { email: member.email, sig, code: code === '000000' ? '000001' : '000000' },
  })
  expect(takeSecurityLines()).toMatchObject([
    {
      event: 'sign_in',
      means: 'code',
      outcome: 'refused',
      refusal: 'invalid_code',
      status: 401,
      request: wrong.headers['x-request-id'],
    },
  ])
  const { body } = await t.call('auth.verify_code', { body: { email: member.email, sig, code } })
  expect(takeSecurityLines()).toMatchObject([
    {
      event: 'sign_in',
      means: 'code',
      outcome: 'good',
      account: member.account_id,
      as: 'temporary',
    },
  ])
  await t.call('auth.create_session', {
    token: body.access_token,
    body: { workspace_id: team.workspace_id },
  })
  expect(takeSecurityLines()).toMatchObject([
    { event: 'sign_in', means: 'choice', outcome: 'good', ...ids(member), as: 'session' },
  ])
  await t.call('auth.verify_google', { body: { id_token: 'x'.repeat(40) } })
  await t.call('auth.accept_invite', { body: { token: newToken() } })
  expect(takeSecurityLines()).toMatchObject([
    { event: 'sign_in', means: 'google', outcome: 'refused', refusal: 'google_token_invalid' },
    { event: 'sign_in', means: 'invite', outcome: 'refused', refusal: 'invite_invalid' },
  ])
  const link =
    (await createImpersonationLink(
      t.services.db,
      team.workspace_id,
      member.email,
      'Somebody',
      t.clock.now(),
    )) ?? ''
  await t.call('auth.impersonate', { body: { token: link } })
  await t.call('auth.impersonate', { body: { token: link } })
  expect(takeSecurityLines()).toMatchObject([
    {
      event: 'sign_in',
      means: 'impersonation',
      outcome: 'good',
      ...ids(member),
      as: 'impersonation',
    },
    { event: 'act', action: 'impersonation.started', ...ids(member) },
    {
      event: 'sign_in',
      means: 'impersonation',
      outcome: 'refused',
      refusal: 'impersonation_invalid',
    },
  ])
})

test('logs denied requests with their principal but no unknown ids', async () => {
  const call = await t.call('settings.update', { token: member.token, body: { limit: 5 } })
  expect(takeSecurityLines()).toMatchObject([
    {
      event: 'refused',
      refusal: 'forbidden',
      status: 403,
      request: call.headers['x-request-id'],
      ...ids(member),
      as: 'session',
      method: 'PUT',
      route: `${apiPrefix}/settings`,
    },
  ])
  await t.call('config.get', { token: newToken() })
  await t.call('config.get')
  const dead = takeSecurityLines()
  expect(dead).toMatchObject([
    { event: 'refused', refusal: 'unauthorized', status: 401 },
    { event: 'refused', refusal: 'unauthorized', status: 401 },
  ])
  expect(dead.some((line) => 'user' in line || 'account' in line)).toBe(false)
  await markPresent(t, member)
  const { body: made } = await t.call('tokens.create', {
    token: member.token,
    body: { name: 'Script', scopes: ['posts:read'], expires_on: '2026-07-01' },
  })
  takeSecurityLines()
  await t.call('users.list', { token: made.token })
  expect(takeSecurityLines()).toMatchObject([
    {
      event: 'refused',
      refusal: 'scope_missing',
      ...ids(member),
      as: 'token',
      access_token: made.id.replace(/^\w+_/, ''),
    },
  ])
  await t.call('notifications.get', { body: { token: 'x'.repeat(66) } })
  expect(takeSecurityLines()).toMatchObject([
    { event: 'refused', refusal: 'unsubscribe_invalid', status: 422 },
  ])
  // Ids of other teams equal unknown ids, and invalid forms are no attack: neither is logged.
  const other = await makeTeam(t)
  await t.call('users.get', { token: team.admin.token, params: { id: other.admin.user_id } })
  await t.call('settings.update', { token: team.admin.token, body: { limit: -5 } })
  await t.call('posts.list', { token: member.token })
  expect(takeSecurityLines()).toEqual([])
})

test('logs the undo of an address change and invalid undo links', async () => {
  const mover = await makeMember(t, team.workspace_id)
  const token = newToken()
  await t.services.db.global
    .insertInto('address_changes')
    .values({
      id: newId(t.clock.now()),
      account_id: mover.account_id,
      old_email: 'earlier@example.test',
      new_email: mover.email,
      undo_hash: hashToken(token),
      changed_at: t.clock.now(),
    })
    .execute()
  await t.call('auth.undo_address', { body: { token } })
  expect(takeSecurityLines()).toMatchObject([
    { event: 'act', action: 'address.undo', account: mover.account_id },
  ])
  await t.call('auth.undo_address', { body: { token } })
  expect(takeSecurityLines()).toMatchObject([
    { event: 'refused', refusal: 'address_undo_invalid', status: 422 },
  ])
})

test('logs changes by an administrator once they are committed', async () => {
  await t.call('settings.update', { token: team.admin.token, body: { limit: 77 } })
  expect(takeSecurityLines()).toMatchObject([
    { event: 'act', action: 'settings.update', ...ids(team), as: 'session' },
  ])
})

test('limits a flood to ten lines a minute for each reason and team', async () => {
  const other = await makeMember(t, (await makeTeam(t)).workspace_id)
  for (let n = 0; n < 25; n += 1) await t.call('config.get', { token: newToken() })
  for (let n = 0; n < 12; n += 1)
    await t.call('settings.update', { token: member.token, body: { limit: 5 } })
  await t.call('settings.update', { token: other.token, body: { limit: 5 } })
  const first = takeSecurityLines()
  expect(first.filter((line) => line['refusal'] === 'unauthorized')).toHaveLength(10)
  expect(
    first.filter((line) => line['refusal'] === 'forbidden').map((line) => line['workspace']),
  ).toEqual([...Array<string>(10).fill(team.workspace_id), other.workspace_id])
  t.clock.advance(60_000)
  await t.call('config.get', { token: newToken() })
  expect(
    takeSecurityLines().map(({ event, refusal, workspace, times }) => [
      event,
      refusal,
      workspace,
      times,
    ]),
  ).toEqual([
    ['refused', 'unauthorized', undefined, 15],
    ['refused', 'forbidden', team.workspace_id, 2],
    ['refused', 'unauthorized', undefined, undefined],
  ])
})

test('logs rate limited requests and flushes the counts at shutdown', async () => {
  const writtenLines: string[] = []
  const own = await startTestApp({
    env: { LOG_LEVEL: 'debug', RATE_LIMITS: 'on', RATE_LIMITS_FACTOR: '0.01' },
    log: { write: (line) => void writtenLines.push(line) },
  })
  const asking = await makeTeam(own)
  for (let n = 0; n < 30; n += 1) await own.call('config.get', { token: asking.admin.token })
  await own.close()
  const all = writtenLines
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line['refusal'] === 'too_many')
  expect(all[0]).toMatchObject({
    event: 'refused',
    status: 429,
    method: 'GET',
    route: `${apiPrefix}/config`,
  })
  expect([all.length, all.at(-1)?.times]).toEqual([11, expect.any(Number)])
})
