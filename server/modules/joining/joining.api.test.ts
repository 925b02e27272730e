import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  inviteTokenOf,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { readMailedCode } from '#tests/support/sign-in-codes.ts'

const t = setupTestApp()
let team: Team
let admin: Member
beforeEach(async () => {
  // The hourly limit of codes counts, so each test runs in its own hour.
  t.clock.advance(60 * minuteMs + 1)
  team = await makeTeam(t)
  admin = await makeMember(t, team.workspace_id, {
    email: `ida${t.clock.now().getTime()}@northwind.example`,
    permissions: { global_administrator: true },
  })
})

const settingsOf = (member: Member) => t.call('joining.get', { token: member.token })
const createLink = (member: Member, body: object = {}) =>
  t.call('joining.create_link', { token: member.token, body })
const setDomain = (member: Member, body: object) =>
  t.call('joining.set_domain', { token: member.token, body: { enabled: true, ...body } })
const isLive = async (url: string) =>
  (await t.call('joining.verify_link', { body: { token: inviteTokenOf(url) } })).status === 200

test('a new team has no join link and no domains', async () => {
  expect((await settingsOf(admin)).body).toEqual({
    link: null,
    domains: [],
    own_domain: { domain: 'northwind.example', public: false },
  })
})

test('a link lives for 30 days without a maximum unless chosen', async () => {
  const { link } = (await createLink(admin)).body
  expect(link).toMatchObject({
    state: 'live',
    expires_at: new Date(t.clock.now().getTime() + 30 * dayMs).toISOString(),
    uses: 0,
    uses_max: null,
    own_domains_only: false,
  })
  expect(new URL(link?.url ?? '').hash).toMatch(/^#token=[\w-]{54}$/)
  expect((await settingsOf(admin)).body.link).toEqual(link)
})

test('only the hash and the encrypted token are stored', async () => {
  const token = inviteTokenOf((await createLink(admin)).body.link?.url ?? '')
  const { rows } = await t.services.db.tenant(team.workspace_id, (trx) =>
    sql<{
      text: string
    }>`select l::text || encode(l.token, 'escape') as text from join_links l`.execute(trx),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toContain(token)
})

test.each([
  [{ days: 31 }, 'wrong_format'],
  [{ uses_max: 0 }, 'out_of_range'],
  [{ uses_max: limits.join_uses_max + 1 }, 'out_of_range'],
  [{ own_domains_only: true }, 'domain_required'],
])('a link with %j is refused', async (body, code) => {
  expect((await createLink(admin, body)).codes).toEqual([code])
})

test('a renewed link replaces the old one and resets the count of uses', async () => {
  const first = (await createLink(admin)).body.link?.url ?? ''
  const second = (await createLink(team.admin, { days: 7, uses_max: 3 })).body.link
  expect(second?.url).not.toBe(first)
  expect([await isLive(first), await isLive(second?.url ?? '')]).toEqual([false, true])
})

test('a revoked link no longer works', async () => {
  const url = (await createLink(admin)).body.link?.url ?? ''
  expect((await t.call('joining.revoke_link', { token: admin.token })).body.link).toBeNull()
  expect(await isLive(url)).toBe(false)
})

test('an expired link is shown as expired', async () => {
  const url = (await createLink(admin, { days: 7 })).body.link?.url ?? ''
  t.clock.advance(7 * dayMs)
  expect((await settingsOf(team.admin)).body.link?.state).toBe('expired')
  expect(await isLive(url)).toBe(false)
})

test('other administrators and members cannot read or change joining', async () => {
  await createLink(admin)
  const lesser = await makeMember(t, team.workspace_id, {
    permissions: { rewards_administrator: true, billing_administrator: true },
  })
  const member = await makeMember(t, team.workspace_id)
  for (const { token } of [lesser, member]) {
    const body = { domain: 'example.test', enabled: true }
    expect([
      (await t.call('joining.get', { token })).status,
      (await t.call('joining.create_link', { token, body: {} })).status,
      (await t.call('joining.revoke_link', { token })).status,
      (await t.call('joining.set_domain', { token, body })).status,
    ]).toEqual([403, 403, 403, 403])
  }
  expect((await settingsOf(admin)).body.link?.state).toBe('live')
})

test("an administrator's own domain needs no code", async () => {
  const on = await setDomain(admin, { domain: ' NORTHWIND.example ' })
  expect(on.body.domains.map(({ domain }) => domain)).toEqual(['northwind.example'])
  const off = await setDomain(admin, { domain: 'northwind.example', enabled: false })
  expect(off.body.domains).toEqual([])
})

test('the Unicode and ASCII forms of a domain are the same domain', async () => {
  const member = await makeMember(t, team.workspace_id, {
    email: `ida${t.clock.now().getTime()}@bücher.example`,
    permissions: { account_administrator: true },
  })
  await setDomain(member, { domain: 'xn--bcher-kva.example' })
  const { body } = await setDomain(member, { domain: 'bücher.example' })
  expect(body.domains.map(({ domain }) => domain)).toEqual(['bücher.example'])
})

test.each([['fabrikam.example'], ['mail.northwind.example'], ['example']])(
  'enabling %s needs a verified address',
  async (domain) => {
    expect((await setDomain(admin, { domain })).codes).toEqual(['domain_unproven'])
  },
)

test('a mailed code proves the domain of another address', async () => {
  const email = 'ida@fabrikam.example'
  const { body } = await t.call('joining.send_code', { token: admin.token, body: { email } })
  const proof = { email, sig: body.sig, code: readMailedCode(t, email) }
  expect((await setDomain(admin, { domain: 'contoso.example', proof })).codes).toEqual([
    'domain_unproven',
  ])
  const { domains } = (await setDomain(admin, { domain: 'fabrikam.example', proof })).body
  expect(domains.map(({ domain }) => domain)).toEqual(['fabrikam.example'])
})

test('a code for a domain does not sign in', async () => {
  const email = 'ida@fabrikam.example'
  const { body } = await t.call('joining.send_code', { token: admin.token, body: { email } })
  const code = readMailedCode(t, email)
  const signIn = await t.call('auth.verify_code', { body: { email, sig: body.sig, code } })
  expect(signIn.codes).toEqual(['invalid_code'])
})

test('public mail providers are refused', async () => {
  const member = await makeMember(t, team.workspace_id, {
    email: `ida${t.clock.now().getTime()}@gmail.com`,
    permissions: { account_administrator: true },
  })
  expect((await settingsOf(member)).body.own_domain).toEqual({ domain: 'gmail.com', public: true })
  expect((await setDomain(member, { domain: 'gmail.com' })).codes).toEqual(['domain_public'])
  expect(
    (
      await t.call('joining.send_code', {
        token: member.token,
        body: { email: 'ida@outlook.com' },
      })
    ).codes,
  ).toEqual(['domain_public'])
})

test('a session from an invite link cannot enable a domain', async () => {
  await t.services.db.global
    .updateTable('sessions')
    .set({ confined: true })
    .where('user_id', '=', admin.user_id)
    .execute()
  expect((await setDomain(admin, { domain: 'northwind.example' })).codes).toEqual([
    'presence_required',
  ])
})

test('a team has at most 10 domains', async () => {
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .insertInto('join_domains')
      .values(
        Array.from({ length: limits.join_domains_max }, (_, n) => ({
          workspace_id: team.workspace_id,
          domain: `d${n}.example`,
          added_by: admin.user_id,
          added_at: t.clock.now(),
        })),
      )
      .execute(),
  )
  expect((await setDomain(admin, { domain: 'northwind.example' })).codes).toEqual(['domains_full'])
})

test('changes of link and domains are in the audit log', async () => {
  await setDomain(admin, { domain: 'northwind.example' })
  await createLink(admin, { uses_max: 5, own_domains_only: true })
  await t.call('joining.revoke_link', { token: admin.token })
  await setDomain(admin, { domain: 'northwind.example', enabled: false })
  const { items } = (await t.call('workspace.audit', { token: team.admin.token })).body
  expect(items.map(({ action, details }) => [action, details])).toEqual([
    ['join_domain.off', { domain: 'northwind.example' }],
    ['join_link.revoke', {}],
    ['join_link.create', { days: 30, uses_max: 5, own_domains_only: true }],
    ['join_domain.on', { domain: 'northwind.example' }],
  ])
})
