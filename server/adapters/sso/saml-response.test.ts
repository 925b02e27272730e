import { beforeAll, expect, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '#contract/durations.ts'
import {
  createSamlParties,
  encodeSaml,
  renderSamlResponse,
  samlNow,
  samlRequestId,
  signSaml,
  type SamlParties,
  type SamlResponseFixture,
} from '#tests/support/saml-provider.ts'
import { samlRefusal } from '#tests/support/saml-verification.ts'
import { samlResponseBytesMax, verifySamlResponse } from './saml-response.ts'
import type { SamlFault } from './saml-types.ts'

/** Values of signed responses: each rule has a case that breaks it alone. */
let parties: SamlParties

beforeAll(async () => {
  parties = await createSamlParties()
})

type Changes = Partial<SamlResponseFixture>
const verifyXml = (xml: string, requestId: string | null = samlRequestId, at = samlNow) =>
  verifySamlResponse(parties.sp, parties.provider, { response: encodeSaml(xml), requestId }, at)
const sign = (changes: Changes = {}, element: 'Response' | 'Assertion' = 'Assertion') =>
  signSaml(renderSamlResponse(parties, changes), { key: parties.providerKey, element })
const after = (ms: number) => new Date(samlNow.getTime() + ms)

test.each(['Response', 'Assertion'] as const)('reads a signed %s', async (element) => {
  expect(await verifyXml(sign({}, element))).toEqual({
    assertionId: '_assertion1',
    issuer: 'https://idp.acme.example/metadata',
    nameId: 'ana@acme.example',
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    sessionIndex: '_session1',
    attributes: { mail: ['ana@acme.example'], groups: ['staff', 'R&D'] },
    authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    authenticatedAt: after(-2 * minuteMs),
    sessionExpiresAt: after(8 * hourMs),
    expiresAt: after(7 * minuteMs),
  })
})

test('reads a response with both signatures', async () => {
  const xml = signSaml(sign(), { key: parties.providerKey, element: 'Response' })
  expect((await verifyXml(xml)).nameId).toBe('ana@acme.example')
})

test('reads a response that the provider started', async () => {
  const unasked = { inResponseTo: null, confirmationInResponseTo: null }
  expect((await verifyXml(sign(unasked), null)).nameId).toBe('ana@acme.example')
})

test('reads base64 with line breaks and an XML declaration', async () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\r\n${sign()}\r\n`
  const response = encodeSaml(xml).replace(/.{76}/g, '$&\r\n')
  const input = { response, requestId: samlRequestId }
  const read = await verifySamlResponse(parties.sp, parties.provider, input, samlNow)
  expect(read.nameId).toBe('ana@acme.example')
})

test('reads attributes of one name together and leaves out values with elements', async () => {
  const attributes =
    '<saml:Attribute Name="__proto__"><saml:AttributeValue>a</saml:AttributeValue></saml:Attribute>' +
    '<saml:Attribute Name="id"><saml:AttributeValue><saml:NameID>x</saml:NameID></saml:AttributeValue></saml:Attribute>' +
    '<saml:Attribute Name="__proto__"><saml:AttributeValue>b</saml:AttributeValue></saml:Attribute>'
  const read = (await verifyXml(sign({ attributes }))).attributes
  expect(Object.entries(read)).toEqual([
    ['__proto__', ['a', 'b']],
    ['id', []],
  ])
})

const elsewhere = 'https://evil.example/acs'
const restrictTo = (...entities: string[]) =>
  `<saml:AudienceRestriction>${entities.map((one) => `<saml:Audience>${one}</saml:Audience>`).join('')}</saml:AudienceRestriction>`
const ours = 'https://laurel.example/saml/acme'

test('accepts our entity among several audiences', async () => {
  const audiences = restrictTo('https://other.example', ours)
  expect((await verifyXml(sign({ audiences }))).nameId).toBe('ana@acme.example')
})

const statusOf = (code: string) =>
  `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}"/>`

test.each<[string, SamlFault, Changes]>([
  ['a failed status', 'status', { status: statusOf('Requester') }],
  ['two status codes', 'status', { status: statusOf('Success') + statusOf('Success') }],
  ['no status code', 'status', { status: '' }],
  ['another issuer of the assertion', 'issuer', { issuer: 'https://evil.example' }],
  [
    'another issuer of the response',
    'issuer',
    { responseIssuer: '<saml:Issuer>https://evil.example</saml:Issuer>' },
  ],
  ['another audience', 'audience', { audiences: restrictTo('https://other.example') }],
  ['no audience', 'audience', { audiences: '' }],
  [
    'a second restriction without us',
    'audience',
    { audiences: restrictTo(ours) + restrictTo('https://other.example') },
  ],
  ['an unknown condition', 'structure', { audiences: `${restrictTo(ours)}<saml:Condition/>` }],
  ['another destination', 'recipient', { destination: elsewhere }],
  ['another recipient', 'recipient', { recipient: elsewhere }],
  ['a longer recipient', 'recipient', { recipient: 'https://laurel.example/saml/acme/acs/' }],
  ['another request', 'request', { inResponseTo: '_request2' }],
  ['no request', 'request', { inResponseTo: null }],
  ['a confirmation of another request', 'request', { confirmationInResponseTo: '_request2' }],
  ['a confirmation of no request', 'request', { confirmationInResponseTo: null }],
  ['a holder of a key', 'structure', { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }],
  ['no end of the confirmation', 'time', { confirmationNotOnOrAfter: null }],
  ['an empty NameID', 'structure', { nameId: ' ' }],
  ['an element in the NameID', 'structure', { nameId: 'ana<b xmlns="urn:b"/>@acme.example' }],
  ['no authentication', 'structure', { authnStatement: '' }],
  ['a long NameID', 'structure', { nameId: 'a'.repeat(1_025) }],
])('refuses %s', async (_name, reason, changes) => {
  await expect(verifyXml(sign(changes))).rejects.toEqual(samlRefusal(reason))
})

test('refuses a signed response without a destination', async () => {
  const changes = { destination: null }
  expect((await verifyXml(sign(changes))).nameId).toBe('ana@acme.example')
  await expect(verifyXml(sign(changes, 'Response'))).rejects.toEqual(samlRefusal('recipient'))
})

test('refuses a response to a request when the provider started the sign-in', async () => {
  await expect(verifyXml(sign(), null)).rejects.toEqual(samlRefusal('request'))
  const partly = sign({ inResponseTo: null })
  await expect(verifyXml(partly, null)).rejects.toEqual(samlRefusal('request'))
})

const skew = 120 * secondMs
test.each<[string, (at: Date) => Changes, number]>([
  ['NotBefore of the conditions', (notBefore) => ({ notBefore }), skew],
  ['NotBefore of the confirmation', (time) => ({ confirmationNotBefore: time }), skew],
  ['IssueInstant', (issuedAt) => ({ issuedAt }), skew],
  ['NotOnOrAfter of the conditions', (notOnOrAfter) => ({ notOnOrAfter }), 1 - skew],
  ['NotOnOrAfter of the confirmation', (end) => ({ confirmationNotOnOrAfter: end }), 1 - skew],
  [
    'SessionNotOnOrAfter',
    (end) => ({
      authnStatement: `<saml:AuthnStatement SessionNotOnOrAfter="${end.toISOString()}"/>`,
    }),
    1 - skew,
  ],
  [
    'AuthnInstant',
    (time) => ({ authnStatement: `<saml:AuthnStatement AuthnInstant="${time.toISOString()}"/>` }),
    skew,
  ],
])('accepts %s within 120 seconds and refuses it a moment later', async (_name, change, last) => {
  expect((await verifyXml(sign(change(after(last))))).nameId).toBe('ana@acme.example')
  const beyond = sign(change(after(last + Math.sign(last))))
  await expect(verifyXml(beyond)).rejects.toEqual(samlRefusal('time'))
})

test('accepts an assertion for a day when the provider sets a longer time', async () => {
  const end = after(1_000 * hourMs)
  const xml = sign({
    notOnOrAfter: end,
    confirmationNotOnOrAfter: end,
    authnStatement: '<saml:AuthnStatement/>',
  })
  const { expiresAt, authenticatedAt } = await verifyXml(xml, samlRequestId, after(23 * hourMs))
  expect({ expiresAt, authenticatedAt }).toEqual({
    expiresAt: after(24 * hourMs + skew),
    authenticatedAt: null,
  })
  await expect(verifyXml(xml, samlRequestId, expiresAt)).rejects.toEqual(samlRefusal('time'))
})

test('refuses every assertion from its expiry on', async () => {
  const { expiresAt } = await verifyXml(sign())
  expect((await verifyXml(sign(), samlRequestId, after(7 * minuteMs - 1))).nameId).toBeTruthy()
  await expect(verifyXml(sign(), samlRequestId, expiresAt)).rejects.toEqual(samlRefusal('time'))
})

test.each(['2026-03-02 09:30:00', '2026-03-02T09:30:00', 'soon'])(
  'refuses the time %s',
  async (time) => {
    const authnStatement = `<saml:AuthnStatement AuthnInstant="${time}"/>`
    await expect(verifyXml(sign({ authnStatement }))).rejects.toEqual(samlRefusal('malformed'))
  },
)

test('refuses a response of more than 256 kB and accepts one below', async () => {
  const pad = (bytes: number) => sign() + ' '.repeat(bytes - Buffer.byteLength(sign()))
  expect((await verifyXml(pad(samlResponseBytesMax))).nameId).toBe('ana@acme.example')
  const tooLarge = samlRefusal('too_large')
  await expect(verifyXml(pad(samlResponseBytesMax + 1))).rejects.toEqual(tooLarge)
  await expect(verifyXml(pad(samlResponseBytesMax * 2))).rejects.toEqual(tooLarge)
})

test.each<[string, string]>([
  ['an empty field', ''],
  ['other characters than base64', '***'],
  ['bytes that are no UTF-8', Buffer.from([0x3c, 0xff]).toString('base64')],
  ['text', encodeSaml('hello')],
  ['an open element', encodeSaml('<a>')],
  ['an open tag', encodeSaml('<a')],
  ['two roots', encodeSaml('<a/><a/>')],
  ['text before the root', encodeSaml('x<a/>')],
  ['text after the root', encodeSaml('<a/>x')],
  ['text with a bracket after the root', encodeSaml('<a></a>x>')],
  ['an end without a start', encodeSaml('<a></a></b>')],
  ['an end with an attribute', encodeSaml('<a></a b="">')],
  ['crossed elements', encodeSaml('<a><b></a></b>')],
  ['an attribute without quotes', encodeSaml('<a b=c/>')],
  ['an attribute without a value', encodeSaml('<a b/>')],
  ['a repeated attribute', encodeSaml('<a b="" b=""/>')],
  ['a deep tree', encodeSaml('<a>'.repeat(41) + '</a>'.repeat(41))],
  ['many tags', encodeSaml(`<a>${'<b/>'.repeat(2_500)}</a>`)],
  [
    'many attributes',
    encodeSaml(`<a ${Array.from({ length: 4_001 }, (_, index) => `a${index}=""`).join(' ')}/>`),
  ],
  ['an unknown entity', encodeSaml('<a>&nbsp;</a>')],
  ['a bare ampersand', encodeSaml('<a>R&D</a>')],
  ['a control character', encodeSaml('<a>\u0000</a>')],
  ['another encoding', encodeSaml('<?xml version="1.0" encoding="UTF-16"?><a/>')],
  ['XML 1.1', encodeSaml('<?xml version="1.1"?><a/>')],
])('refuses %s as malformed', async (_name, response) => {
  const input = { response, requestId: null }
  await expect(verifySamlResponse(parties.sp, parties.provider, input, samlNow)).rejects.toEqual(
    samlRefusal('malformed'),
  )
})
