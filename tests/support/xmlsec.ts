import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SigningKey } from '#server/adapters/sso/saml-keys.ts'
import { samlAlgorithms } from './saml-provider.ts'
import { makeTemporaryFolder } from './temporary-folders.ts'

/** XML signatures and encryption by xmlsec1, which shares no code with our XML libraries. */
export const hasXmlsec = (): boolean => spawnSync('xmlsec1', ['--version']).status === 0

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

/** Returns what xmlsec1 writes, without the XML declaration. Throws its errors. */
function transform(args: readonly string[], files: Record<string, string>): string {
  const { status, stdout, stderr } = runXmlsec(args, files)
  if (status !== 0) throw new Error(stderr)
  return stdout.replace(/^<\?.*?\?>\n?/, '').trim()
}

export type XmlsecAlgorithms = { method?: string; digest?: string }
type XmlsecSigning = XmlsecAlgorithms & { id: string; key: SigningKey }
/** Returns the XML with a signature of the element with this ID, after its issuer. */
export function signWithXmlsec(
  xml: string,
  { id, key, method = samlAlgorithms.rsaSha256, digest = samlAlgorithms.sha256 }: XmlsecSigning,
): string {
  const template =
    '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>' +
    `<ds:CanonicalizationMethod Algorithm="${samlAlgorithms.exclusive}"/><ds:SignatureMethod Algorithm="${method}"/>` +
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${samlAlgorithms.enveloped}"/>` +
    `<ds:Transform Algorithm="${samlAlgorithms.exclusive}"/></ds:Transforms><ds:DigestMethod Algorithm="${digest}"/>` +
    '<ds:DigestValue/></ds:Reference></ds:SignedInfo><ds:SignatureValue/>' +
    '<ds:KeyInfo><ds:X509Data><ds:X509Certificate/></ds:X509Data></ds:KeyInfo></ds:Signature>'
  const place = new RegExp(`(ID="${id}".*?</saml:Issuer>)`, 's')
  const args = ['--sign', '--privkey-pem', 'key.pem,certificate.pem', ...idAttributes, 'in.xml']
  return transform(args, {
    'in.xml': xml.replace(place, `$1${template}`),
    'key.pem': key.privateKey,
    'certificate.pem': key.certificate,
  })
}

export type XmlsecCiphers = { transport?: string; cipher?: string }
/** Returns the XML with its assertion encrypted for the holder of a certificate. */
export function encryptWithXmlsec(
  xml: string,
  certificate: string,
  { transport = 'rsa-oaep-mgf1p', cipher = 'xmlenc11#aes256-gcm' }: XmlsecCiphers = {},
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
  const encrypted = transform([...args, '--xml-data', 'in.xml', 'template.xml'], {
    'in.xml': assertion,
    'template.xml': template,
    'certificate.pem': certificate,
  })
  return xml.replace(assertion, `<saml:EncryptedAssertion>${encrypted}</saml:EncryptedAssertion>`)
}

/** Returns whether xmlsec1 finds the first signature of the XML valid. */
export const isValidForXmlsec = (xml: string, { certificate }: SigningKey): boolean => {
  const args = ['--verify', '--pubkey-cert-pem', 'certificate.pem', ...idAttributes, 'in.xml']
  return runXmlsec(args, { 'in.xml': xml, 'certificate.pem': certificate }).status === 0
}
