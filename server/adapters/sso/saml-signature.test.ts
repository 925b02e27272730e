import { createHash, createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { SignedXml } from 'xml-crypto'
import {
  createSamlParties,
  renderSamlResponse,
  samlAlgorithms,
  samlRequestId,
  signSaml,
  type SamlParties,
  type SamlSigning,
} from '#tests/support/saml-provider.ts'
import { samlRefusal, verifySamlXml } from '#tests/support/saml-verification.ts'

/** Signatures: keys, algorithms, transforms and markup that changes a signed value. */
let parties: SamlParties

beforeAll(async () => {
  parties = await createSamlParties()
})

const verifyXml = (xml: string, certificates?: string[]) =>
  verifySamlXml(parties, xml, certificates)
const sign = (changes: Partial<SamlSigning> = {}, xml = renderSamlResponse(parties)) =>
  signSaml(xml, { key: parties.providerKey, element: 'Assertion', ...changes })

test('refuses a response without a signature', async () => {
  await expect(verifyXml(renderSamlResponse(parties))).rejects.toEqual(samlRefusal('signature'))
})

test.each(['Response', 'Assertion'] as const)(
  'refuses a %s that a stranger signed, also with the certificate in KeyInfo',
  async (element) => {
    const xml = sign({ key: parties.strangerKey, element })
    const { certificate } = parties.strangerKey
    expect(xml).toContain(certificate.split('\n')[1])
    await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('signature'))
  },
)

test('refuses a stranger signature beside a valid one', async () => {
  const outer = signSaml(sign(), { key: parties.strangerKey, element: 'Response' })
  const inner = sign({ key: parties.strangerKey })
  const both = signSaml(inner, { key: parties.providerKey, element: 'Response' })
  await expect(verifyXml(outer)).rejects.toEqual(samlRefusal('signature'))
  await expect(verifyXml(both)).rejects.toEqual(samlRefusal('signature'))
})

test('accepts each certificate while the provider replaces one', async () => {
  const { providerKey, strangerKey } = parties
  const certificates = [strangerKey.certificate, providerKey.certificate]
  for (const key of [providerKey, strangerKey]) {
    expect((await verifyXml(sign({ key }), certificates)).assertionId).toBe('_assertion1')
    expect((await verifyXml(sign({ key, element: 'Response' }), certificates)).assertionId).toBe(
      '_assertion1',
    )
  }
  await expect(verifyXml(sign(), [])).rejects.toEqual(samlRefusal('signature'))
})

test.each(['ana@acme.example', '_session1', 'staff', samlRequestId])(
  'refuses a response in which %s is changed after signing',
  async (value) => {
    const signed = sign({ element: 'Response' })
    const index = signed.lastIndexOf(value)
    const changed = `${signed.slice(0, index)}x${signed.slice(index)}`
    await expect(verifyXml(changed)).rejects.toEqual(expect.objectContaining({ name: 'SamlError' }))
  },
)

test.each([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
])('accepts the algorithm %s', async (signatureAlgorithm) => {
  const digestAlgorithm = 'http://www.w3.org/2001/04/xmlenc#sha512'
  const xml = sign({ signatureAlgorithm, digestAlgorithm })
  expect((await verifyXml(xml)).nameId).toBe('ana@acme.example')
})

const md5 = 'http://www.w3.org/2001/04/xmldsig-more#md5'
const rsaMd5 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-md5'
const hmacSha256 = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256'

/** Adds MD5, and HMAC with the certificate as its key, to the algorithms of a signer. */
function addWeakAlgorithms(signer: SignedXml): void {
  const hash = {
    getAlgorithmName: () => md5,
    getHash: (text: string) => createHash('md5').update(text).digest('base64'),
  }
  const createMac = (name: string) => ({
    getAlgorithmName: () => name,
    getSignature: (text: string) =>
      createHmac('sha256', parties.providerKey.certificate).update(text).digest('base64'),
    verifySignature: () => true,
  })
  Object.assign(signer.HashAlgorithms, {
    [md5]: class {
      constructor() {
        return hash
      }
    },
  })
  for (const name of [rsaMd5, hmacSha256]) {
    Object.assign(signer.SignatureAlgorithms, {
      [name]: class {
        constructor() {
          return createMac(name)
        }
      },
    })
  }
}

test.each<[string, Partial<SamlSigning>]>([
  ['RSA-SHA1', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
  ['SHA-1', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
  ['RSA-MD5', { signatureAlgorithm: rsaMd5 }],
  ['MD5', { digestAlgorithm: md5 }],
  ['HMAC with the certificate as its key', { signatureAlgorithm: hmacSha256 }],
  [
    'inclusive canonicalization',
    { canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' },
  ],
  [
    'canonicalization with comments',
    { canonicalization: `${samlAlgorithms.exclusive}WithComments` },
  ],
  [
    'a transform with comments',
    { transforms: [samlAlgorithms.enveloped, `${samlAlgorithms.exclusive}WithComments`] },
  ],
  [
    'an inclusive transform',
    { transforms: [samlAlgorithms.enveloped, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'] },
  ],
])('refuses a signature with %s', async (_name, changes) => {
  const xml = sign({ ...changes, prepare: addWeakAlgorithms })
  await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('signature'))
})

test.each<[string, string[]]>([
  ['no exclusive canonicalization', [samlAlgorithms.enveloped]],
  ['three', [samlAlgorithms.enveloped, samlAlgorithms.exclusive, samlAlgorithms.exclusive]],
])('refuses a signature with %s among the transforms', async (_name, transforms) => {
  await expect(verifyXml(sign({ transforms }))).rejects.toEqual(samlRefusal('structure'))
})

test('refuses a transform by XPath or XSLT', async () => {
  const transform = `<ds:Transform Algorithm="${samlAlgorithms.exclusive}"/>`
  for (const name of [
    'http://www.w3.org/TR/1999/REC-xpath-19991116',
    'http://www.w3.org/TR/1999/REC-xslt-19991116',
  ]) {
    const xml = sign().replace(transform, `<ds:Transform Algorithm="${name}"/>`)
    expect(xml).toContain(name)
    await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('signature'))
  }
})

test.each<[string, string, string]>([
  ['an empty reference', 'URI="#_assertion1"', 'URI=""'],
  ['a reference to the response', 'URI="#_assertion1"', 'URI="#_response1"'],
  ['a reference by XPointer', 'URI="#_assertion1"', 'URI="#xpointer(id(\'_assertion1\'))"'],
  [
    'a reference to another document',
    'URI="#_assertion1"',
    'URI="https://evil.example/#_assertion1"',
  ],
  ['no reference', ' URI="#_assertion1"', ''],
])('refuses %s', async (_name, from, to) => {
  const xml = sign().replace(from, to)
  expect(xml).not.toBe(sign())
  await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('signature'))
})

test('refuses a second reference, SignedInfo, signature and object', async () => {
  const xml = sign()
  const part = (name: string) =>
    new RegExp(`<ds:${name}[ >].*</ds:${name}>`, 's').exec(xml)?.[0] ?? ''
  for (const name of ['Reference', 'SignedInfo', 'Signature', 'SignatureValue']) {
    const twice = xml.replace(part(name), part(name) + part(name))
    expect(twice.length).toBeGreaterThan(xml.length)
    await expect(verifyXml(twice)).rejects.toEqual(samlRefusal('structure'))
  }
  const withObject = xml.replace('</ds:Signature>', '<ds:Object/></ds:Signature>')
  await expect(verifyXml(withObject)).rejects.toEqual(samlRefusal('structure'))
})

test('refuses parameters of an algorithm', async () => {
  const method = `<ds:SignatureMethod Algorithm="${samlAlgorithms.rsaSha256}"/>`
  const xml = sign().replace(
    method,
    `${method.slice(0, -2)}><ds:HMACOutputLength>8</ds:HMACOutputLength></ds:SignatureMethod>`,
  )
  expect(xml).toContain('HMACOutputLength')
  await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('structure'))
})

const victim = 'user@evil.example<!---->.victim'
test.each<[string, (xml: string) => string]>([
  [
    'a comment in the NameID',
    (xml) => xml.replace('@acme.example</saml:NameID>', '@<!---->acme.example</saml:NameID>'),
  ],
  ['a comment in a value', (xml) => xml.replace('>staff<', '>st<!-- -->aff<')],
  ['a comment before the response', (xml) => `<!-- -->${xml}`],
  ['CDATA in a value', (xml) => xml.replace('>staff<', '><![CDATA[staff]]><')],
  ['a processing instruction in a value', (xml) => xml.replace('>staff<', '>st<?x y?>aff<')],
  ['a processing instruction before the response', (xml) => `<?x y?>${xml}`],
  ['a DTD', (xml) => `<!DOCTYPE Response>${xml}`],
  [
    'an entity',
    (xml) => `<!DOCTYPE Response [<!ENTITY x "staff">]>${xml.replace('>staff<', '>&x;<')}`,
  ],
  [
    'an external entity',
    (xml) =>
      `<!DOCTYPE Response [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('>staff<', '>&x;<')}`,
  ],
])('refuses %s although the signature ignores it', async (_name, change) => {
  for (const element of ['Response', 'Assertion'] as const) {
    const xml = sign({ element })
    expect(change(xml)).not.toBe(xml)
    await expect(verifyXml(change(xml))).rejects.toEqual(samlRefusal('malformed'))
  }
})

test('refuses a comment that the provider signed', async () => {
  const xml = sign({}, renderSamlResponse(parties, { nameId: victim }))
  expect(xml).toContain(victim)
  await expect(verifyXml(xml)).rejects.toEqual(samlRefusal('malformed'))
})
