import { beforeAll, beforeEach, expect, test } from 'vitest'
import { forgeSaml } from '#tests/support/saml-forgeries.ts'
import {
  createSamlParties,
  renderSamlResponse,
  signSaml,
  type SamlParties,
} from '#tests/support/saml-provider.ts'
import { samlRefusal, verifySamlXml } from '#tests/support/saml-verification.ts'
import {
  encryptWithXmlsec,
  hasXmlsec,
  isValidForXmlsec,
  signWithXmlsec,
  type XmlsecAlgorithms,
  type XmlsecCiphers,
} from '#tests/support/xmlsec.ts'

/** Responses of xmlsec1, which shares no code with our XML libraries. */
beforeEach(({ skip }) => {
  if (!hasXmlsec()) skip('xmlsec1 is not installed')
})

let parties: SamlParties
beforeAll(async () => {
  parties = await createSamlParties()
})

const verifyXml = (xml: string) => verifySamlXml(parties, xml)
const sign = (xml: string, id: string, algorithms?: XmlsecAlgorithms) =>
  signWithXmlsec(xml, { id, key: parties.providerKey, ...algorithms })
const encrypt = (xml: string, algorithms: XmlsecCiphers = {}) =>
  encryptWithXmlsec(xml, parties.sp.certificate, algorithms)

test('reads a response and an assertion that xmlsec1 signed', async () => {
  const xml = renderSamlResponse(parties)
  const inner = sign(xml, '_assertion1')
  for (const signed of [inner, sign(xml, '_response1'), sign(inner, '_response1')]) {
    expect((await verifyXml(signed)).nameId).toBe('ana@acme.example')
  }
})

test('reads an assertion that xmlsec1 encrypted', async () => {
  const xml = renderSamlResponse(parties)
  const inside = encrypt(sign(xml, '_assertion1'))
  const outside = sign(encrypt(xml), '_response1')
  for (const encrypted of [inside, outside]) {
    expect((await verifyXml(encrypted)).nameId).toBe('ana@acme.example')
  }
})

test('refuses encryption of xmlsec1 by CBC and RSA 1.5', async () => {
  const xml = sign(renderSamlResponse(parties), '_assertion1')
  const weak = [{ transport: 'rsa-1_5' }, { cipher: 'xmlenc#aes256-cbc' }]
  for (const encrypted of weak.map((algorithms) => encrypt(xml, algorithms))) {
    expect(encrypted).toMatch(/<xenc:CipherValue>[^<]{100}/)
    await expect(verifyXml(encrypted)).rejects.toEqual(samlRefusal('encryption'))
  }
})

test('refuses weak algorithms of xmlsec1', async () => {
  const xml = renderSamlResponse(parties)
  const digest = 'http://www.w3.org/2000/09/xmldsig#sha1'
  const method = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
  for (const weak of [{ digest }, { method }]) {
    const signed = sign(xml, '_assertion1', weak)
    await expect(verifyXml(signed)).rejects.toEqual(samlRefusal('signature'))
  }
})

test('refuses forgeries whose signature xmlsec1 finds valid', async () => {
  const xml = renderSamlResponse(parties)
  const genuine = { response: sign(xml, '_response1'), assertion: sign(xml, '_assertion1') }
  const isValid = (text: string) => isValidForXmlsec(text, parties.providerKey)
  for (const name of ['XSW2', 'XSW3', 'XSW4', 'XSW5']) {
    const forged = forgeSaml(name, genuine, parties.sp)
    expect(isValid(forged), name).toBe(true)
    await expect(verifyXml(forged), name).rejects.toEqual(samlRefusal('structure'))
  }
})

test('makes signatures in the test fixtures that xmlsec1 finds valid', () => {
  const xml = renderSamlResponse(parties)
  const signed = signSaml(xml, { key: parties.providerKey, element: 'Assertion' })
  expect(isValidForXmlsec(signed, parties.providerKey)).toBe(true)
})
