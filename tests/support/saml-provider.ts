import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'
import { SignedXml, type SignedXmlOptions } from 'xml-crypto'
import { minuteMs } from '#contract/durations.ts'
import { createSigningKey, type SigningKey } from '#server/adapters/sso/saml-keys.ts'
import type { SamlProvider, SamlServiceProvider } from '#server/adapters/sso/saml-types.ts'

export const samlNow = new Date('2026-03-02T09:30:00.000Z')

/** An identity provider with its key, our side, and a key that nobody trusts. */
export type SamlParties = {
  sp: SamlServiceProvider
  provider: SamlProvider
  providerKey: SigningKey
  strangerKey: SigningKey
}

/** Returns the parties with fresh keys. */
export async function createSamlParties(at = samlNow): Promise<SamlParties> {
  const [own, providerKey, strangerKey] = await Promise.all([
    createSigningKey(at),
    createSigningKey(at),
    createSigningKey(at),
  ])
  return {
    sp: {
      entityId: 'https://laurel.example/saml/acme',
      acsUrl: 'https://laurel.example/saml/acme/acs',
      privateKey: own.privateKey,
      certificate: own.certificate,
    },
    provider: {
      entityId: 'https://idp.acme.example/metadata',
      signInUrl: 'https://idp.acme.example/sso',
      certificates: [providerKey.certificate],
    },
    providerKey,
    strangerKey,
  }
}

/** The parts of a response. Text values are XML, so that a test may put markup into them. */
export type SamlResponseFixture = {
  status: string
  responseIssuer: string
  destination: string | null
  inResponseTo: string | null
  issuer: string
  nameId: string
  recipient: string
  method: string
  confirmationInResponseTo: string | null
  confirmationNotBefore: Date | null
  confirmationNotOnOrAfter: Date | null
  issuedAt: Date
  notBefore: Date | null
  notOnOrAfter: Date | null
  audiences: string
  authnStatement: string
  attributes: string
}

export const samlRequestId = '_request1'
const later = (minutes: number) => new Date(samlNow.getTime() + minutes * minuteMs)
const render = (name: string, value: string | Date | null) => {
  if (value === null) return ''
  return ` ${name}="${value instanceof Date ? value.toISOString() : value}"`
}

/** Returns the values of a response that is accepted at `samlNow`. */
function buildFixture({ sp, provider }: SamlParties): SamlResponseFixture {
  return {
    status: '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>',
    responseIssuer: `<saml:Issuer>${provider.entityId}</saml:Issuer>`,
    destination: sp.acsUrl,
    inResponseTo: samlRequestId,
    issuer: provider.entityId,
    nameId: 'ana@acme.example',
    recipient: sp.acsUrl,
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    confirmationInResponseTo: samlRequestId,
    confirmationNotBefore: null,
    confirmationNotOnOrAfter: later(5),
    issuedAt: samlNow,
    notBefore: later(-1),
    notOnOrAfter: later(10),
    audiences: `<saml:AudienceRestriction><saml:Audience>${sp.entityId}</saml:Audience></saml:AudienceRestriction>`,
    authnStatement:
      `<saml:AuthnStatement AuthnInstant="${later(-2).toISOString()}" SessionIndex="_session1" SessionNotOnOrAfter="${later(480).toISOString()}">` +
      '<saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    attributes:
      '<saml:Attribute Name="mail"><saml:AttributeValue>ana@acme.example</saml:AttributeValue></saml:Attribute>' +
      '<saml:Attribute Name="groups"><saml:AttributeValue>staff</saml:AttributeValue><saml:AttributeValue>R&amp;D</saml:AttributeValue></saml:Attribute>',
  }
}

/** Returns the XML of an unsigned response with the ids `_response1` and `_assertion1`. */
export function renderSamlResponse(
  parties: SamlParties,
  changes: Partial<SamlResponseFixture> = {},
): string {
  const is = { ...buildFixture(parties), ...changes }
  return (
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"' +
    ` ID="_response1" Version="2.0"${render('IssueInstant', is.issuedAt)}${render('Destination', is.destination)}${render('InResponseTo', is.inResponseTo)}>` +
    `${is.responseIssuer}<samlp:Status>${is.status}</samlp:Status>` +
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_assertion1" Version="2.0"${render('IssueInstant', is.issuedAt)}>` +
    `<saml:Issuer>${is.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${is.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${is.method}"><saml:SubjectConfirmationData` +
    `${render('Recipient', is.recipient)}${render('InResponseTo', is.confirmationInResponseTo)}` +
    `${render('NotBefore', is.confirmationNotBefore)}${render('NotOnOrAfter', is.confirmationNotOnOrAfter)}/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions${render('NotBefore', is.notBefore)}${render('NotOnOrAfter', is.notOnOrAfter)}>${is.audiences}</saml:Conditions>` +
    `${is.authnStatement}<saml:AttributeStatement>${is.attributes}</saml:AttributeStatement>` +
    '</saml:Assertion></samlp:Response>'
  )
}

export type SamlSigning = {
  key: SigningKey
  /** The signed element: the response or its assertion. */
  element: 'Response' | 'Assertion'
  signatureAlgorithm?: string
  digestAlgorithm?: string
  canonicalization?: string
  transforms?: string[]
  /** Changes the signer, such as its known algorithms. */
  prepare?: (signer: SignedXml) => void
}

export const samlAlgorithms = {
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
} as const

/** Returns the XML with a signature after the issuer of the signed element. */
export function signSaml(xml: string, signing: SamlSigning): string {
  const { key, element } = signing
  const canonicalization = signing.canonicalization ?? samlAlgorithms.exclusive
  const options: SignedXmlOptions = {
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: (signing.signatureAlgorithm ??
      samlAlgorithms.rsaSha256) as SignedXmlOptions['signatureAlgorithm'],
    canonicalizationAlgorithm: canonicalization as SignedXmlOptions['canonicalizationAlgorithm'],
  }
  const signer = new SignedXml(options)
  signing.prepare?.(signer)
  signer.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    transforms: signing.transforms ?? [samlAlgorithms.enveloped, samlAlgorithms.exclusive],
    digestAlgorithm: signing.digestAlgorithm ?? samlAlgorithms.sha256,
  })
  const reference = `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`
  signer.computeSignature(xml, { prefix: 'ds', location: { reference, action: 'after' } })
  return signer.getSignedXml()
}

export type SamlEncryption = {
  certificate: string
  cipher?: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-256-cbc'
  padding?: number
  /** Changes the text of the assertion before its encryption. */
  change?: (assertion: string) => string
}

const cipherNames = {
  'aes-128-gcm': 'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'aes-256-gcm': 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'aes-256-cbc': 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
}

function encryptText(text: string, cipher: keyof typeof cipherNames, secret: Buffer): Buffer {
  if (cipher === 'aes-256-cbc') {
    const iv = randomBytes(16)
    const cbc = createCipheriv(cipher, secret, iv)
    return Buffer.concat([iv, cbc.update(text), cbc.final()])
  }
  const iv = randomBytes(12)
  const gcm = createCipheriv(cipher, secret, iv)
  return Buffer.concat([iv, gcm.update(text), gcm.final(), gcm.getAuthTag()])
}

/** Returns the XML with the assertion replaced by an EncryptedAssertion. */
export function encryptSaml(
  xml: string,
  { certificate, cipher = 'aes-256-gcm', padding, change }: SamlEncryption,
): string {
  const secret = randomBytes(cipher === 'aes-128-gcm' ? 16 : 32)
  const isOaep = padding !== constants.RSA_PKCS1_PADDING
  const key = publicEncrypt(
    { key: certificate, padding: padding ?? constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    secret,
  )
  const transport = isOaep ? 'rsa-oaep-mgf1p' : 'rsa-1_5'
  return xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, (assertion) => {
    const text = change?.(assertion) ?? assertion
    const content = encryptText(text, cipher, secret).toString('base64')
    return (
      '<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element">' +
      `<xenc:EncryptionMethod Algorithm="${cipherNames[cipher]}"/>` +
      '<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>' +
      `<xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#${transport}"/>` +
      `<xenc:CipherData><xenc:CipherValue>${key.toString('base64')}</xenc:CipherValue></xenc:CipherData>` +
      `</xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>${content}</xenc:CipherValue></xenc:CipherData>` +
      '</xenc:EncryptedData></saml:EncryptedAssertion>'
    )
  })
}

/** Returns the form field of a response. */
export function encodeSaml(xml: string): string {
  return Buffer.from(xml).toString('base64')
}
