import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { forgeSaml } from '#tests/support/saml-forgeries.ts'
import {
  createSamlParties,
  renderSamlResponse,
  samlAlgorithms,
  signSaml,
  type SamlParties,
} from '#tests/support/saml-provider.ts'
import { samlRefusal, verifySamlXml } from '#tests/support/saml-verification.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folders.ts'

/** Responses of xmlsec1, which shares no code with our XML libraries. */
const hasXmlsec = spawnSync('xmlsec1', ['--version']).status === 0
beforeEach(({ skip }) => {
  if (!hasXmlsec) skip('xmlsec1 is not installed')
})

let parties: SamlParties
beforeAll(async () => {
  parties = await createSamlParties()
})

const verifyXml = (xml: string) => verifySamlXml(parties, xml)
const idAttributes = ['protocol:Response', 'assertion:Assertion'].flatMap((name) => [
  '--id-attr:ID',
  `urn:oasis:names:tc:SAML:2.0:${name}`,
])

/** Runs xmlsec1 with files of these contents in place of their names. */
function runXmlsec(args: readonly string[], files: Record<string, string>) {
  const folder = makeTemporaryFolder('xmlsec')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return spawnSync('xmlsec1', args, { cwd: folder, encoding: 'utf8' })
}

const removeDeclaration = (xml: string) => xml.replace(/^<\?.*?\?>\n?/, '').trim()

type Signing = { method: string; digest: string }
const strong: Signing = { method: samlAlgorithms.rsaSha256, digest: samlAlgorithms.sha256 }

function sign(xml: string, id: string, { method, digest }: Signing = strong): string {
  const template =
    '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>' +
    `<ds:CanonicalizationMethod Algorithm="${samlAlgorithms.exclusive}"/><ds:SignatureMethod Algorithm="${method}"/>` +
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${samlAlgorithms.enveloped}"/>` +
    `<ds:Transform Algorithm="${samlAlgorithms.exclusive}"/></ds:Transforms><ds:DigestMethod Algorithm="${digest}"/>` +
    '<ds:DigestValue/></ds:Reference></ds:SignedInfo><ds:SignatureValue/>' +
    '<ds:KeyInfo><ds:X509Data><ds:X509Certificate/></ds:X509Data></ds:KeyInfo></ds:Signature>'
  const place = new RegExp(`(ID="${id}".*?</saml:Issuer>)`, 's')
  const { privateKey, certificate } = parties.providerKey
  const args = ['--sign', '--privkey-pem', 'key.pem,certificate.pem', ...idAttributes, 'in.xml']
  const { status, stdout, stderr } = runXmlsec(args, {
    'in.xml': xml.replace(place, `$1${template}`),
    'key.pem': privateKey,
    'certificate.pem': certificate,
  })
  if (status !== 0) throw new Error(stderr)
  return removeDeclaration(stdout)
}

function encrypt(
  xml: string,
  transport = 'rsa-oaep-mgf1p',
  cipher = 'xmlenc11#aes256-gcm',
): string {
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? []
  const template =
    '<xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element">' +
    `<xenc:EncryptionMethod Algorithm="http://www.w3.org/${cipher.includes('11') ? '2009' : '2001/04'}/${cipher}"/>` +
    '<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>' +
    `<xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#${transport}"/>` +
    '<xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedKey></ds:KeyInfo>' +
    '<xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedData>'
  const args = ['--encrypt', '--pubkey-cert-pem', 'certificate.pem', '--session-key', 'aes-256']
  const { status, stdout, stderr } = runXmlsec([...args, '--xml-data', 'in.xml', 'template.xml'], {
    'in.xml': assertion,
    'template.xml': template,
    'certificate.pem': parties.sp.certificate,
  })
  if (status !== 0) throw new Error(stderr)
  const encrypted = removeDeclaration(stdout)
  return xml.replace(assertion, `<saml:EncryptedAssertion>${encrypted}</saml:EncryptedAssertion>`)
}

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
  for (const encrypted of [encrypt(xml, 'rsa-1_5'), encrypt(xml, undefined, 'xmlenc#aes256-cbc')]) {
    expect(encrypted).toMatch(/<xenc:CipherValue>[^<]{100}/)
    await expect(verifyXml(encrypted)).rejects.toEqual(samlRefusal('encryption'))
  }
})

test('refuses weak algorithms of xmlsec1', async () => {
  const xml = renderSamlResponse(parties)
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1'
  const rsaSha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
  for (const weak of [
    { ...strong, digest: sha1 },
    { ...strong, method: rsaSha1 },
  ]) {
    const signed = sign(xml, '_assertion1', weak)
    await expect(verifyXml(signed)).rejects.toEqual(samlRefusal('signature'))
  }
})

test('refuses forgeries whose signature xmlsec1 finds valid', async () => {
  const xml = renderSamlResponse(parties)
  const genuine = { response: sign(xml, '_response1'), assertion: sign(xml, '_assertion1') }
  const args = ['--verify', '--pubkey-cert-pem', 'certificate.pem', ...idAttributes, 'in.xml']
  const { certificate } = parties.providerKey
  const isValid = (text: string) =>
    runXmlsec(args, { 'in.xml': text, 'certificate.pem': certificate }).status === 0
  for (const name of ['XSW2', 'XSW3', 'XSW4', 'XSW5']) {
    const forged = forgeSaml(name, genuine, parties.sp)
    expect(isValid(forged), name).toBe(true)
    await expect(verifyXml(forged), name).rejects.toEqual(samlRefusal('structure'))
  }
})

test('makes signatures in the test fixtures that xmlsec1 finds valid', () => {
  const args = ['--verify', '--pubkey-cert-pem', 'certificate.pem', ...idAttributes, 'in.xml']
  const xml = renderSamlResponse(parties)
  const signed = signSaml(xml, { key: parties.providerKey, element: 'Assertion' })
  const { certificate } = parties.providerKey
  const files = { 'in.xml': signed, 'certificate.pem': certificate }
  expect(runXmlsec(args, files).status).toBe(0)
})
