import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { makeOidcConnection, makeSsoConnection } from '#tests/support/make-sso-connection.ts'
import { type OidcServer, startOidcServer } from '#tests/support/oidc-server.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let provider: OidcServer
let team: Team
let domain: string
let count = 0

beforeAll(async () => {
  provider = await startOidcServer(() => t.clock.now())
})
afterAll(() => provider.stop())
beforeEach(async () => {
  count += 1
  domain = `sso${count}.example`
  team = await makeTeam(t)
  await markPresent(t, team.admin)
})

const makeConnection = (columns: object = {}) =>
  makeOidcConnection(t, team, provider, { domain, ...columns })
const settingsOf = async (member: Member) => (await t.call('sso.get', { token: member.token })).body
const update = (body: object, { token } = team.admin) => t.call('sso.update', { token, body })
const updateConnection = (id: string, body: object) =>
  t.call('sso.update_connection', { token: team.admin.token, params: { id }, body })
const auditActions = async () =>
  (await t.call('workspace.audit', { token: team.admin.token })).body.items.map(
    ({ action }) => action,
  )

test('a domain counts once its TXT record is found', async () => {
  const { token } = team.admin
  const added = await t.call('sso.add_domain', { token, body: { domain: ' Contoso.Example ' } })
  const [row] = added.body.domains
  expect(row).toMatchObject({
    domain: 'contoso.example',
    record_name: '_laurel.contoso.example',
    verified_at: null,
  })
  const asked: string[] = []
  const verify = (texts: string[]) => {
    t.services.resolveTxt = (name) => {
      asked.push(name)
      return Promise.resolve(texts)
    }
    return t.call('sso.verify_domain', { token, params: { id: row?.id ?? '' } })
  }
  expect((await verify(['laurel-verification=other'])).codes).toEqual(['domain_record_missing'])
  const { body } = await verify(['v=spf1 -all', row?.record_value ?? ''])
  expect(body.domains[0]?.verified_at).toBe(t.clock.now().toISOString())
  expect(asked).toEqual(['_laurel.contoso.example', '_laurel.contoso.example'])
  expect(await auditActions()).toEqual(['sso.domain_verify', 'sso.domain_add'])
})

test.each([
  ['gmail.com', 'domain_public'],
  ['localhost', 'wrong_format'],
  ['', 'required'],
])('the domain "%s" is refused', async (name, code) => {
  const { codes } = await t.call('sso.add_domain', {
    token: team.admin.token,
    body: { domain: name },
  })
  expect(codes).toEqual([code])
})

test('only account administrators set up single sign-on, with presence', async () => {
  const other = await makeMember(t, team.workspace_id, {
    permissions: { global_administrator: true, billing_administrator: true },
  })
  expect((await update({ session_hours: 8 }, other)).codes).toEqual(['forbidden'])
  const colleague = await makeMember(t, team.workspace_id, {
    permissions: { account_administrator: true },
  })
  expect((await update({ session_hours: 8 }, colleague)).codes).toEqual(['presence_required'])
})

test('secrets are never returned and are stored encrypted', async () => {
  const { token } = team.admin
  const created = await t.call('sso.create_connection', {
    token,
    body: { protocol: 'oidc', name: 'Okta' },
  })
  const id = created.body.connections[0]?.id ?? ''
  await updateConnection(id, { client_id: 'laurel', client_secret: 'a very secret text' })
  const settings = await settingsOf(team.admin)
  expect(settings.connections[0]).toMatchObject({ has_secret: true, complete: false })
  expect(JSON.stringify(settings)).not.toContain('very secret')
  const row = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('sso_connections').select('credentials').where('id', '=', id).executeTakeFirst(),
  )
  expect(row?.credentials?.toString('latin1')).not.toContain('very secret')
})

test('a connection is switched on only when its provider answers', async () => {
  const { sso_connection: id } = await makeConnection({ state: 'draft', issuer: '' })
  expect((await updateConnection(id, { state: 'active' })).codes).toEqual(['sso_incomplete'])
  expect(
    (await updateConnection(id, { state: 'active', issuer: 'http://127.0.0.1:9' })).codes,
  ).toEqual(['sso_failed'])
  const { body } = await updateConnection(id, { state: 'active', issuer: provider.issuer })
  expect(body.connections[0]?.state).toBe('active')
})

test.each([['http://10.0.0.1'], ['https://192.168.1.1/'], ['ftp://idp.example']])(
  'the issuer %s is refused',
  async (issuer) => {
    const { sso_connection: id } = await makeConnection()
    expect((await updateConnection(id, { issuer })).codes).toEqual(['address_refused'])
  },
)

test('a connection takes verified domains of its team only', async () => {
  const { sso_connection: id } = await makeConnection()
  const other = await makeTeam(t)
  const foreign = await makeSsoConnection(t, other)
  expect((await updateConnection(id, { domain_ids: [foreign.sso_domain] })).codes).toEqual([
    'domain_record_missing',
  ])
  expect((await updateConnection(foreign.sso_connection, { name: 'Mine' })).codes).toEqual([
    'not_found',
  ])
})

test('requiring single sign-on needs a connection and a second factor', async () => {
  expect((await update({ required: true })).codes).toEqual(['sso_connection_required'])
  await makeConnection()
  expect((await update({ required: true })).codes).toEqual(['break_glass_required'])
})

test('the domain of any address leads to its connection', async () => {
  const { sso_connection: id } = await makeConnection()
  await makeConnection({ state: 'draft', domain: `draft.${domain}` })
  const discover = async (email: string) =>
    (await t.call('sso.discover', { body: { email } })).body.map((row) => row.connection_id)
  expect(await discover(`nobody@${domain}`)).toEqual([id])
  expect(await discover(`nobody@draft.${domain}`)).toEqual([])
  expect(await discover('nobody@elsewhere.example')).toEqual([])
})

test('a team has a sign-in address of its own', async () => {
  await makeConnection()
  const slug = `team-${count}-${team.workspace_id.slice(-6)}`
  const { body } = await update({ slug: slug.toUpperCase() })
  expect(body.address).toMatch(new RegExp(`/sso/${slug}$`))
  expect((await t.call('sso.team', { body: { slug } })).body).toMatchObject([
    { workspace_id: team.workspace_id, name: 'Okta' },
  ])
  const other = await makeTeam(t)
  await markPresent(t, other.admin)
  expect((await update({ slug }, other.admin)).codes).toEqual(['not_unique'])
  expect((await t.call('sso.team', { body: { slug: 'unknown' } })).codes).toEqual(['not_found'])
})

test('rules and connections are in the audit log without secrets', async () => {
  const { sso_connection: id } = await makeConnection()
  await update({ session_hours: 8 })
  await updateConnection(id, { client_secret: 'very secret' })
  const { items } = (await t.call('workspace.audit', { token: team.admin.token })).body
  expect(items.map(({ action, details }) => [action, details])).toEqual([
    ['sso.connection_update', { connection: 'Okta', fields: 'client_secret' }],
    ['sso.update', { session_hours: { from: null, to: 8 } }],
  ])
})
