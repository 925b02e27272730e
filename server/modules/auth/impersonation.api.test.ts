import { minuteMs } from '#contract/durations.ts'
import { beforeAll, expect, test } from 'vitest'
import type { RouteName } from '#contract/routes/index.ts'
import { runCli } from '#tests/support/run-cli.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { createImpersonationLink } from './impersonation.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'

const t = setupTestApp()
let team: Team
let member: Member
beforeAll(async () => {
  team = await makeTeam(t)
  member = await makeMember(t, team.workspace_id)
})

const createLink = async (target: Member = member) =>
  (await createImpersonationLink(
    t.services.db,
    target.workspace_id,
    target.email,
    'Olga',
    t.clock.now(),
  )) ?? ''
const redeemLink = (token: string) => t.call('auth.impersonate', { body: { token } })
const enterAs = async (user: Member) =>
  (await t.call('auth.impersonate', { body: { token: await createLink(user) } })).body.access_token
const log = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'impersonated', 'details'])
      .orderBy('id')
      .execute(),
  )

test('a link starts one session, and the audit log records both', async () => {
  const before = (await log()).length
  const token = await createLink()
  const answers = await Promise.all([1, 2, 3].map(() => redeemLink(token)))
  expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 401, 401])
  expect(answers.flatMap((answer) => answer.codes)).toEqual([
    'impersonation_invalid',
    'impersonation_invalid',
  ])
  const entered = answers.find((answer) => answer.status === 200)
  const config = await t.call('config.get', { token: entered?.body.access_token ?? '' })
  expect(config.body).toMatchObject({ impersonated: true, user: { id: member.user_id } })
  expect((await t.call('config.get', { token: member.token })).body.impersonated).toBe(false)
  expect((await log()).slice(before)).toEqual([
    {
      action: 'impersonation.link',
      actor_id: null,
      impersonated: false,
      details: { user_id: member.user_id, operator: 'Olga' },
    },
    {
      action: 'impersonation.started',
      actor_id: member.user_id,
      impersonated: true,
      details: { user_id: member.user_id, operator: 'Olga' },
    },
  ])
  expect(
    JSON.stringify(
      await t.services.db.tenant(team.workspace_id, (trx) =>
        trx.selectFrom('impersonation_links').selectAll().execute(),
      ),
    ),
  ).not.toContain(token)
})

test('the audit log marks actions of an impersonation session', async () => {
  const { body } = await redeemLink(await createLink(team.admin))
  await t.call('coins.adjust', {
    token: body.access_token,
    params: { id: member.user_id },
    body: { amount: 1, comment: '' },
  })
  expect((await log()).at(-1)).toMatchObject({ actor_id: team.admin.user_id, impersonated: true })
})

test('the audit log records impersonated writes but no reads', async () => {
  const { body } = await redeemLink(await createLink())
  const before = (await log()).length
  await t.call('config.get', { token: body.access_token })
  await t.call('profiles.update_me', { token: body.access_token, body: { job_title: 'Not by me' } })
  await t.call('users.delete', { token: body.access_token, params: { id: member.user_id } })
  expect((await log()).slice(before)).toMatchObject([
    {
      action: 'impersonation.act',
      actor_id: member.user_id,
      impersonated: true,
      details: { call: 'profiles.update_me' },
    },
    { action: 'impersonation.act', details: { call: 'users.delete', id: member.user_id } },
  ])
})

test('a link expires after ten minutes and its session after an hour', async () => {
  const late = await createLink()
  t.clock.advance(10 * minuteMs)
  expect((await redeemLink(late)).codes).toEqual(['impersonation_invalid'])
  const { body } = await redeemLink(await createLink())
  t.clock.advance(59 * minuteMs)
  expect((await t.call('config.get', { token: body.access_token })).status).toBe(200)
  t.clock.advance(minuteMs)
  expect((await t.call('config.get', { token: body.access_token })).status).toBe(401)
})

test('returns impersonation_invalid for foreign and malformed links', async () => {
  const other = await makeTeam(t)
  for (const bad of [
    'x',
    'x'.repeat(54),
    createWorkspaceToken(team.workspace_id),
    createWorkspaceToken(other.workspace_id),
    `${await createLink()}x`,
  ])
    expect((await redeemLink(bad)).codes).toEqual(['impersonation_invalid'])
  const pending = await makeMember(t, team.workspace_id, { state: 'pending' })
  expect(await createLink(pending)).toBe('')
  expect(
    await createImpersonationLink(
      t.services.db,
      other.workspace_id,
      member.email,
      '',
      t.clock.now(),
    ),
  ).toBeNull()
  const leaver = await makeMember(t, team.workspace_id)
  const token = await createLink(leaver)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ state: 'deactivated' })
      .where('workspace_id', '=', team.workspace_id)
      .where('id', '=', leaver.user_id)
      .execute(),
  )
  expect((await redeemLink(token)).codes).toEqual(['impersonation_invalid'])
})

test('impersonation cannot change address, sessions or other teams', async () => {
  const { body } = await redeemLink(await createLink(team.admin))
  const proof = { email: 'new@example.test', sig: 'x'.repeat(43), code: '000000' }
  const closed: [RouteName, object?][] = [
    ['profiles.get_code', { email: 'new@example.test' }],
    ['profiles.get_code', { email: team.admin.email }],
    ['profiles.verify_code', proof],
    ['presence.get'],
    ['presence.send_code'],
    ['presence.prove', { sig: 'x'.repeat(43), code: '000000' }],
    ['second_factor.start'],
    ['tokens.create', { name: 'Script', scopes: ['posts:read'], expires_on: '2026-07-01' }],
    ['auth.create_temporary'],
    ['workspace.reset', { name: 'x' }],
    ['workspace.delete', { name: 'x' }],
    ['workspace.cancel_deletion'],
    ['auth.list_sessions'],
    ['auth.end_sessions'],
    ['auth.list_workspaces'],
    ['auth.create_session', { workspace_id: team.workspace_id }],
    ['auth.create_workspace', { name: 'Mine' }],
  ]
  for (const [name, input] of closed) {
    const answer = await t.call(name, {
      token: body.access_token,
      ...(input ? { body: input } : {}),
    })
    expect([name, answer.status, answer.codes]).toEqual([name, 403, ['forbidden']])
  }
  expect((await t.call('auth.end_session', { token: body.access_token })).status).toBe(204)
  expect((await t.call('config.get', { token: team.admin.token })).status).toBe(200)
})

test('impersonation cannot make changes that outlast its session', async () => {
  const {
    body: { hook },
  } = await t.call('hooks.create', {
    token: team.admin.token,
    body: { kind: 'webhook', url: 'http://127.0.0.1:9/', events: ['post.created'] },
  })
  const pending = await makeMember(t, team.workspace_id, { state: 'pending' })
  const gone = await makeMember(t, team.workspace_id, { state: 'deactivated' })
  const token = (await redeemLink(await createLink(team.admin))).body.access_token
  const before = await withClient(
    t.ownerUrl,
    async (owner) =>
      (
        await owner.query(
          `select (select count(*) from hooks) as hooks, (select count(*)
            from invites) as invites, (select count(*) from users) as users`,
        )
      ).rows[0] as object,
  )
  const closed: [RouteName, object?, string?][] = [
    ['hooks.create', { kind: 'webhook', url: 'http://127.0.0.1:9/', events: ['post.created'] }],
    ['hooks.update', { url: 'http://127.0.0.1:8/' }, hook.id],
    ['hooks.rotate', undefined, hook.id],
    ['hooks.delete', undefined, hook.id],
    ['hooks.test', undefined, hook.id],
    ['users.permissions', { global_administrator: true }, member.user_id],
    ['users.create', { users: [{ email: 'foothold@example.test' }] }],
    ['users.invite', undefined, pending.user_id],
    ['users.update', { email: 'foothold@example.test' }, pending.user_id],
    ['users.update', { state: 'pending' }, gone.user_id],
    ['imports.start', undefined, hook.id],
    ['calendar.renew'],
    ['shop.readdress', { email: 'foothold@example.test' }, hook.id],
  ]
  for (const [name, body, id] of closed) {
    const answer = await t.call(name, {
      token,
      ...(id ? { params: { id } } : {}),
      ...(body ? { body } : {}),
    })
    expect([name, answer.status, answer.codes]).toEqual([name, 403, ['forbidden']])
  }
  expect(
    await withClient(
      t.ownerUrl,
      async (owner) =>
        (
          await owner.query(
            `select (select count(*) from hooks) as hooks, (select count(*)
              from invites) as invites, (select count(*) from users) as users`,
          )
        ).rows[0] as object,
    ),
  ).toEqual(before)
  // Changes that do not outlast the session stay allowed.
  expect(
    (
      await t.call('users.update', {
        token,
        params: { id: member.user_id },
        body: { job_title: 'Helped' },
      })
    ).status,
  ).toBe(200)
})

test('reading private posts is audited once for each session', async () => {
  const quiet = await makeTeam(t)
  const [one, two] = [
    await makeMember(t, quiet.workspace_id),
    await makeMember(t, quiet.workspace_id),
  ]
  const reads = () =>
    t.services.db.tenant(quiet.workspace_id, (trx) =>
      trx
        .selectFrom('audit_log')
        .select(['actor_id', 'impersonated', 'details'])
        .where('action', '=', 'impersonation.read_private')
        .orderBy('id')
        .execute(),
    )
  const open = await makePost(t, one, [two], quiet.value_id)
  const first = await enterAs(quiet.admin)
  await t.call('posts.list', { token: first })
  await t.call('posts.comments', { token: first, params: { id: open } })
  expect(await reads()).toEqual([])
  const id = await makePost(t, one, [two], quiet.value_id, 5, { private: true })
  for (let n = 0; n < 3; n += 1) await t.call('posts.list', { token: first })
  await t.call('posts.get', { token: first, params: { id } })
  const entry = { actor_id: quiet.admin.user_id, impersonated: true }
  expect(await reads()).toEqual([{ ...entry, details: { call: 'posts.list', post_ids: [id] } }])
  // Each way to read private posts is audited in its own session.
  const ways: [RouteName, object][] = [
    ['posts.get', { params: { id } }],
    ['posts.comments', { params: { id } }],
    ['profiles.posts', { params: { id: one.user_id } }],
    ['posts.csv', {}],
  ]
  for (const [name, ask] of ways) {
    const token = await enterAs(quiet.admin)
    expect((await t.call(name, { token, ...ask })).status).toBe(200)
    expect((await reads()).at(-1)?.details).toMatchObject({ call: name })
  }
  expect(await reads()).toHaveLength(1 + ways.length)
  // The member's own session is not an impersonation.
  await t.call('posts.list', { token: quiet.admin.token })
  expect(await reads()).toHaveLength(1 + ways.length)
})

test('laurel impersonate prints a working link or a clear error', async () => {
  // The CLI uses the system clock, the app uses the test clock.
  t.clock.set(new Date())
  const run = (...words: string[]) => runCli(t, 'impersonate', ...words)
  const { stdout } = await run(team.workspace_id, member.email.toUpperCase(), 'Olga', 'Operator')
  const token = /^http:\/\/localhost:\d+\/impersonate\/(\S+)$/m.exec(stdout)?.[1] ?? ''
  expect((await redeemLink(token)).status).toBe(200)
  expect((await log()).at(-1)?.details).toMatchObject({ operator: 'Olga Operator' })
  expect(await run(team.workspace_id, 'nobody@example.test')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Nobody') as string,
  })
  expect(await run('not-an-id', member.email)).toMatchObject({ code: 2 })
})
