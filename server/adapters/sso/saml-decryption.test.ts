import { constants } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  createSamlParties,
  encryptSaml,
  renderSamlResponse,
  samlNow,
  signSaml,
  type SamlEncryption,
  type SamlParties,
  type SamlResponseFixture,
} from '#tests/support/saml-provider.ts'
import { samlRefusal, verifySamlXml } from '#tests/support/saml-verification.ts'
import type { SamlFault } from './saml-types.ts'

/** Encrypted assertions: the rules hold for the decrypted text as for a plain one. */
let parties: SamlParties

beforeAll(async () => {
  parties = await createSamlParties()
})

const verifyXml = (xml: string) => verifySamlXml(parties, xml)
const render = (changes: Partial<SamlResponseFixture> = {}) => renderSamlResponse(parties, changes)
const signAssertion = (xml: string, key = parties.providerKey) =>
  signSaml(xml, { key, element: 'Assertion' })
const signResponse = (xml: string, key = parties.providerKey) =>
  signSaml(xml, { key, element: 'Response' })
const encrypt = (xml: string, changes: Partial<SamlEncryption> = {}) =>
  encryptSaml(xml, { certificate: parties.sp.certificate, ...changes })

test.each(['aes-128-gcm', 'aes-256-gcm'] as const)(
  'reads an assertion of %s that is signed inside, outside or twice',
  async (cipher) => {
    const inside = encrypt(signAssertion(render()), { cipher })
    const outside = signResponse(encrypt(render(), { cipher }))
    for (const xml of [inside, outside, signResponse(inside)]) {
      expect((await verifyXml(xml)).nameId).toBe('ana@acme.example')
    }
  },
)

test('reads an encrypted key beside the data', async () => {
  const xml = encrypt(signAssertion(render()))
  const key = /<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/s.exec(xml)?.[0] ?? ''
  const peer = key.replace(
    '<xenc:EncryptedKey>',
    '<xenc:EncryptedKey xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Id="_key1">',
  )
  const reference =
    '<ds:RetrievalMethod Type="http://www.w3.org/2001/04/xmlenc#EncryptedKey" URI="#_key1"/>'
  const moved = xml.replace(key, reference).replace('</xenc:EncryptedData>', `$&${peer}`)
  expect((await verifyXml(moved)).nameId).toBe('ana@acme.example')
})

test('refuses an encrypted assertion without a signature', async () => {
  await expect(verifyXml(encrypt(render()))).rejects.toEqual(samlRefusal('signature'))
})

test('refuses a stranger signature inside, outside and beside a valid one', async () => {
  const { strangerKey } = parties
  const inside = encrypt(signAssertion(render(), strangerKey))
  const outside = signResponse(encrypt(render()), strangerKey)
  const mixed = signResponse(encrypt(signAssertion(render())), strangerKey)
  for (const xml of [inside, outside, mixed, signResponse(inside)]) {
    await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('signature'))
  }
})

test.each<[string, SamlFault, Partial<SamlResponseFixture>]>([
  ['another issuer', 'issuer', { issuer: 'https://evil.example' }],
  ['another recipient', 'recipient', { recipient: 'https://evil.example' }],
  ['another request', 'request', { confirmationInResponseTo: '_request2' }],
  ['no audience', 'audience', { audiences: '' }],
  ['an end in the past', 'time', { notOnOrAfter: new Date(samlNow.getTime() - 3_600_000) }],
  ['a comment in the NameID', 'malformed', { nameId: 'ana@evil.example<!---->.acme.example' }],
  ['a processing instruction', 'malformed', { nameId: 'ana<?x y?>@acme.example' }],
])('refuses an encrypted assertion with %s', async (_name, reason, changes) => {
  const xml = render(changes)
  await expect(verifyXml(encrypt(signAssertion(xml)))).rejects.toEqual(samlRefusal(reason))
  await expect(verifyXml(signResponse(encrypt(xml)))).rejects.toEqual(samlRefusal(reason))
})

test.each<[string, (assertion: string) => string]>([
  ['two assertions', (assertion) => assertion + assertion],
  ['a DTD', (assertion) => `<!DOCTYPE x [<!ENTITY y "z">]>${assertion}`],
  ['text before the assertion', (assertion) => `text${assertion}`],
  ['text instead of the assertion', () => 'text'],
])('refuses encrypted text with %s', async (_name, change) => {
  const xml = encrypt(signAssertion(render()), { change })
  await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('malformed'))
})

test('refuses an encrypted response instead of an assertion', async () => {
  const inner = render().replace('ID="_response1"', 'ID="_response2"')
  const xml = signResponse(encrypt(render(), { change: () => inner }))
  await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('structure'))
})

test.each<[string, Partial<SamlEncryption>]>([
  ['CBC', { cipher: 'aes-256-cbc' }],
  ['RSA 1.5', { padding: constants.RSA_PKCS1_PADDING }],
])('refuses encryption by %s', async (_name, changes) => {
  for (const xml of [
    encrypt(signAssertion(render()), changes),
    signResponse(encrypt(render(), changes)),
  ]) {
    await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('encryption'))
  }
})

test('refuses an assertion that is encrypted for another key', async () => {
  const { certificate } = parties.strangerKey
  const xml = encrypt(signAssertion(render()), { certificate })
  await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('encryption'))
})

test('refuses changed, short and repeated ciphertext', async () => {
  const xml = encrypt(signAssertion(render()))
  const value =
    /<xenc:CipherValue>([^<]+)<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>/.exec(
      xml,
    )?.[1] ?? ''
  const bytes = Buffer.from(value, 'base64')
  bytes[100] = (bytes[100] ?? 0) ^ 1
  for (const changed of [
    xml.replace(value, bytes.toString('base64')),
    xml.replace(value, bytes.subarray(0, 20).toString('base64')),
    xml.replace(/<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/s, '$&$&'),
    xml.replace(/<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/s, ''),
    xml.replace(
      'mgf1p"/>',
      'mgf1p"><xenc:OAEPparams>AA==</xenc:OAEPparams></xenc:EncryptionMethod>',
    ),
  ]) {
    expect(changed).not.toBe(xml)
    await expect(verifyXml(changed)).rejects.toEqual(samlRefusal('encryption'))
  }
  const data = xml.replace(/<xenc:EncryptedData .*<\/xenc:EncryptedData>/s, '$&$&')
  await expect(verifyXml(data)).rejects.toEqual(samlRefusal('encryption'))
})
