import { beforeAll, beforeEach, expect, test } from 'vitest'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import {
  answerSaml,
  makeSamlConnection,
  postSamlResponse,
  readSamlRequest,
  type SamlConnection,
  signInBySaml,
  target,
} from '#tests/support/saml-sign-in.ts'
import { createSamlParties, samlNow, type SamlParties } from '#tests/support/saml-provider.ts'
import { exchangeInTab, openTab, startSsoSignIn } from '#tests/support/sso-sign-in.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp(() => ({ at: samlNow }))
let parties: SamlParties
let team: Team
let domain: string
let count = 0

beforeAll(async () => {
  parties = await createSamlParties()
})
beforeEach(async () => {
  count += 1
  domain = `saml${count}.example`
  team = await makeTeam(t)
})

const makeConnection = (columns: object = {}) =>
  makeSamlConnection(t, team, parties, { domain, ...columns })
const makeColleague = () => makeMember(t, team.workspace_id, { email: `ida@${domain}` })
const mail = (email: string) => ({
  attributes: `<saml:Attribute Name="mail"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute>`,
})
const asColleague = () => mail(`ida@${domain}`)

test('a member signs in by SAML, and is known by the NameID afterwards', async () => {
  const member = await makeColleague()
  const connection = await makeConnection()
  const first = await signInBySaml(t, connection, { nameId: 'ida', ...asColleague() })
  expect(first.status).toBe(200)
  const again = await signInBySaml(t, connection, {
    nameId: 'ida',
    ...mail('changed@elsewhere.example'),
  })
  const config = await t.call('config.get', { token: again.body.access_token })
  expect(config.body.user.id).toBe(member.user_id)
})

test('an address in the NameID signs in', async () => {
  await makeColleague()
  const connection = await makeConnection()
  const answer = { nameId: `ida@${domain}`, attributes: '' }
  expect((await signInBySaml(t, connection, answer)).status).toBe(200)
})

test('an address in the NameID is the same person in any case', async () => {
  await makeColleague()
  const connection = await makeConnection()
  for (const nameId of [`Ida@${domain}`, `ida@${domain}`, `IDA@${domain.toUpperCase()}`])
    expect((await signInBySaml(t, connection, { nameId, attributes: '' })).status).toBe(200)
  const opaque = { nameId: 'IDA', ...asColleague() }
  expect((await signInBySaml(t, connection, opaque)).codes).toEqual(['sso_identity_taken'])
})

test('an address counts only if the connection trusts it', async () => {
  await makeColleague()
  const connection = await makeConnection({ trusts_email: false })
  expect((await signInBySaml(t, connection, asColleague())).codes).toEqual(['sso_address'])
})

test('an assertion is accepted once', async () => {
  await makeColleague()
  const connection = await makeConnection()
  const answer = { assertionId: '_reused', nameId: 'ida', ...asColleague() }
  expect((await signInBySaml(t, connection, answer)).status).toBe(200)
  const { codes, errors } = await signInBySaml(t, connection, answer)
  expect([codes, errors[0]?.params]).toEqual([['sso_failed'], { reason: 'replay' }])
})

test('a response is accepted once', async () => {
  const connection = await makeConnection()
  const { id, state } = readSamlRequest(await startSsoSignIn(t, target(connection), openTab()))
  const form = { SAMLResponse: answerSaml(connection, id, t.clock.now()), RelayState: state }
  expect(await postSamlResponse(t, connection, form)).toMatch(/^code=/)
  expect(await postSamlResponse(t, connection, form)).toBe('expired')
})

test('a response to the request of another tab is refused', async () => {
  await makeColleague()
  const connection = await makeConnection()
  const tab = openTab()
  const { state } = readSamlRequest(await startSsoSignIn(t, target(connection), tab))
  const stolen = readSamlRequest(await startSsoSignIn(t, target(connection), openTab()))
  const fragment = await postSamlResponse(t, connection, {
    SAMLResponse: answerSaml(connection, stolen.id, t.clock.now(), asColleague()),
    RelayState: state,
  })
  const { codes, errors } = await exchangeInTab(t, fragment, tab)
  expect([codes, errors[0]?.params]).toEqual([['sso_failed'], { reason: 'request' }])
})

test('a response signed by a stranger is refused', async () => {
  await makeColleague()
  const connection = await makeConnection()
  const forged: SamlConnection = {
    ...connection,
    parties: { ...connection.parties, providerKey: parties.strangerKey },
  }
  const { codes, errors } = await signInBySaml(t, forged, asColleague())
  expect([codes, errors[0]?.params]).toEqual([['sso_failed'], { reason: 'signature' }])
})

test('a response for another connection of the same provider is refused', async () => {
  await makeColleague()
  const connection = await makeConnection()
  const other = await makeConnection({ domain: `other.${domain}` })
  const answer = {
    ...asColleague(),
    recipient: other.parties.sp.acsUrl,
    destination: other.parties.sp.acsUrl,
  }
  expect((await signInBySaml(t, connection, answer)).errors[0]?.params).toEqual({
    reason: 'recipient',
  })
})

test('a NameID that changes with every sign-in is refused', async () => {
  await makeColleague()
  const connection = await makeConnection()
  const answer = { ...asColleague(), nameIdFormat: 'transient' }
  expect((await signInBySaml(t, connection, answer)).errors[0]?.params).toEqual({
    reason: 'transient NameID',
  })
})

test('a demanded context must be stated by the provider', async () => {
  await makeColleague()
  const strict = await makeConnection({ accepted_contexts: ['urn:example:mfa'] })
  expect((await signInBySaml(t, strict, asColleague())).codes).toEqual(['sso_context'])
  const lenient = await makeConnection({
    domain: `lenient.${domain}`,
    accepted_contexts: ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'],
  })
  await makeMember(t, team.workspace_id, { email: `bo@lenient.${domain}` })
  const answer = { nameId: 'bo', ...mail(`bo@lenient.${domain}`) }
  expect((await signInBySaml(t, lenient, answer)).status).toBe(200)
})

test('a response without a request starts a sign-in only where it is allowed', async () => {
  const [closed, open] = [
    await makeConnection(),
    await makeConnection({ allows_unsolicited: true, domain: `open.${domain}` }),
  ]
  const form = { SAMLResponse: answerSaml(open, '_none', t.clock.now(), asColleague()) }
  expect(await postSamlResponse(t, closed, form)).toBe('expired')
  expect(await postSamlResponse(t, open, { ...form, RelayState: '/feed' })).toBe(
    `start=${open.workspace_id}.${open.connection_id}`,
  )
})

test('our metadata names the addresses and the certificate of the connection', async () => {
  const { parties: own } = await makeConnection()
  const { statusCode, headers, body } = await t.app.inject({
    url: new URL(own.sp.entityId).pathname,
  })
  expect([statusCode, headers['content-type']]).toEqual([
    200,
    expect.stringContaining('application/samlmetadata+xml'),
  ])
  expect(body).toContain(own.sp.acsUrl)
  expect(body).not.toContain('PRIVATE')
})

test('a form without a response, and one that is too large, are refused', async () => {
  const connection = await makeConnection()
  expect(await postSamlResponse(t, connection, { SAMLResponse: '' })).toBe('expired')
  const { id, state } = readSamlRequest(await startSsoSignIn(t, target(connection), openTab()))
  expect(id).toMatch(/^_/)
  const large = { SAMLResponse: 'A'.repeat(400_000), RelayState: state }
  expect(await postSamlResponse(t, connection, large)).toMatch(/^code=/)
  await expect(
    postSamlResponse(t, connection, { SAMLResponse: 'A'.repeat(600_000) }),
  ).rejects.toThrow('status 413')
})
