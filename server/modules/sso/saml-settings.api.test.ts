import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { waitForLock, withClient } from '#tests/support/database.ts'
import { makeTeam, markPresent, type Team } from '#tests/support/factories.ts'
import { createSamlParties, type SamlParties } from '#tests/support/saml-provider.ts'
import { listNotices } from '#tests/support/second-factor.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { ssoUpkeepWorker } from './upkeep-worker.ts'

const t = setupTestApp()
let parties: SamlParties
let team: Team
let server: Server
let served: { status: number; body: string }
let address: string
/** Runs before an answer with `?slow` in its address. */
let beforeAnswer: (() => Promise<unknown>) | undefined

beforeAll(async () => {
  parties = await createSamlParties(t.clock.now())
  server = createServer(({ url }, response) => {
    const { status, body } = served
    const isSlow = url?.endsWith('?slow') && beforeAnswer
    void Promise.resolve(isSlow && isSlow()).then(() => response.writeHead(status).end(body))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`
})
afterAll(() => void server.close())
beforeEach(async () => {
  team = await makeTeam(t)
  await markPresent(t, team.admin)
  served = { status: 200, body: renderMetadata([parties.providerKey.certificate]) }
})

function renderMetadata(certificates: string[], issuer = parties.provider.entityId): string {
  const keys = certificates.map(
    (pem) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${pem.replaceAll(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  )
  return (
    '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"' +
    ` entityID="${issuer}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
    `${keys.join('')}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"` +
    ` Location="${parties.provider.signInUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`
  )
}
async function createConnection(): Promise<string> {
  const { body } = await t.call('sso.create_connection', {
    token: team.admin.token,
    body: { protocol: 'saml', name: 'Entra ID' },
  })
  return body.connections.at(-1)?.id ?? ''
}
const update = (id: string, body: object) =>
  t.call('sso.update_connection', { token: team.admin.token, params: { id }, body })
const find = async () => (await t.call('sso.get', { token: team.admin.token })).body.connections[0]
const checkAll = () => ssoUpkeepWorker.run(t.services, () => false)

test('metadata sets issuer, address and certificates', async () => {
  const id = await createConnection()
  const { body } = await update(id, { metadata: served.body, state: 'active' })
  expect(body.connections[0]).toMatchObject({
    state: 'active',
    complete: true,
    issuer: parties.provider.entityId,
    sign_in_url: parties.provider.signInUrl,
    certificates: [{ fingerprint: expect.stringMatching(/^[\dA-F:]{95}$/) as string }],
  })
})

test.each([
  [{ metadata: 'no metadata' }, 'metadata_invalid'],
  [{ metadata: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }, 'metadata_invalid'],
  [{ certificates: ['no certificate'] }, 'certificate_invalid'],
  [{ sign_in_url: 'javascript:alert(1)' }, 'address_refused'],
  [{ metadata_url: 'http://169.254.169.254/latest' }, 'address_refused'],
  [{ metadata_url: 'http://127.0.0.1:9/' }, 'sso_failed'],
])('%j is refused', async (body, code) => {
  expect((await update(await createConnection(), body)).codes).toEqual([code])
})

test('metadata is read again every night, with both certificates while they change', async () => {
  const id = await createConnection()
  await update(id, { metadata_url: address, state: 'active' })
  served.body = renderMetadata([parties.providerKey.certificate, parties.strangerKey.certificate])
  t.clock.advance(dayMs)
  await checkAll()
  expect(await find()).toMatchObject({
    certificates: [{}, {}],
    metadata_error: '',
    metadata_checked_at: t.clock.now().toISOString(),
  })
})

test('metadata that fails or names another issuer changes nothing but its error', async () => {
  const id = await createConnection()
  await update(id, { metadata_url: address, state: 'active' })
  served.body = renderMetadata([parties.strangerKey.certificate], 'https://evil.example')
  await checkAll()
  expect(await find()).toMatchObject({
    issuer: parties.provider.entityId,
    certificates: [{}],
    metadata_error: 'another issuer',
  })
  served.status = 500
  await checkAll()
  expect(await find()).toMatchObject({ certificates: [{}], metadata_error: 'status 500' })
})

test('metadata of an earlier provider leaves the provider that was set since', async () => {
  const id = await createConnection()
  await update(id, { metadata_url: `${address}?slow`, state: 'active' })
  const metadata = renderMetadata([parties.strangerKey.certificate], 'https://new.example')
  beforeAnswer = () => update(id, { metadata })
  await checkAll()
  beforeAnswer = undefined
  expect(await find()).toMatchObject({ issuer: 'https://new.example', metadata_error: '' })
})

test('a change that waits for metadata keeps another one of the same time', async () => {
  const id = await createConnection()
  beforeAnswer = () => {
    beforeAnswer = undefined
    return update(id, { claims: { email: 'mail' } })
  }
  await update(id, { metadata_url: `${address}?slow`, claims: { department: 'team' } })
  expect((await find())?.claims).toMatchObject({ email: 'mail', department: 'team' })
})

test('metadata that was read waits for a change of its connection', async () => {
  const id = await createConnection()
  await update(id, { metadata_url: address, state: 'active' })
  let checked: unknown
  await withClient(t.ownerUrl, async (owner) => {
    await owner.query('begin')
    await owner.query('select from settings where workspace_id = $1 for update', [
      team.workspace_id,
    ])
    await owner.query("update sso_connections set issuer = 'https://new.example' where id = $1", [
      id,
    ])
    checked = checkAll()
    await waitForLock(owner)
    await owner.query('commit')
  })
  await checked
  expect((await find())?.issuer).toBe('https://new.example')
})

test('administrators get a mail 30, 7 and 1 days before the last certificate ends', async () => {
  const id = await createConnection()
  await update(id, { metadata: served.body, state: 'active' })
  const endsAt = new Date(t.clock.now().getTime() + 31 * dayMs)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('sso_connections')
      .set({ certificate_expires_at: endsAt })
      .where('id', '=', id)
      .execute(),
  )
  const counts: number[] = []
  for (let day = 0; day < 33; day += 1) {
    await checkAll()
    counts.push((await listNotices(t, team.admin.email)).length)
    t.clock.advance(dayMs)
  }
  expect(
    counts.map((sent, day) => (sent > (counts[day - 1] ?? 0) ? day : -1)).filter((n) => n >= 0),
  ).toEqual([1, 24, 30])
})
