import { encryptSaml, type SamlParties } from './saml-provider.ts'

/** A response signed by the provider, once the response and once its assertion. */
export type GenuineResponses = { response: string; assertion: string }

const signaturePattern = /<ds:Signature .*<\/ds:Signature>/s
const assertionPattern = /<saml:Assertion .*<\/saml:Assertion>/s
const find = (xml: string, pattern: RegExp) => pattern.exec(xml)?.[0] ?? ''
const forge = (xml: string) =>
  xml
    .replace(signaturePattern, '')
    .replace(/ana@acme\.example<\/saml:NameID>/, 'admin@acme.example</saml:NameID>')
const rename = (xml: string) =>
  xml.replace('ID="_assertion1"', 'ID="_evil1"').replace('ID="_response1"', 'ID="_evil2"')
const issuerEnd = '</saml:Issuer>'
const insertAfterIssuer = (xml: string, part: string) => xml.replace(issuerEnd, issuerEnd + part)
const insertLast = (xml: string, part: string) => xml.replace(/<\/[\w:]+>$/, `${part}$&`)

type Parts = {
  genuine: GenuineResponses
  assertion: string
  responseSignature: string
  signature: string
  sp: SamlParties['sp']
}
type Forgery = (parts: Parts) => string

/**
 * Signature wrapping: a valid signature over the genuine element, and a forged element that a
 * reader may take instead. XSW1 to XSW8 are the variants of Somorovsky et al., "On Breaking SAML".
 */
const samlForgeries: [string, Forgery][] = [
  [
    'XSW1',
    ({ genuine: { response }, responseSignature }) => {
      const original = response.replace(responseSignature, '')
      const wrapped = responseSignature.replace('</ds:Signature>', `${original}</ds:Signature>`)
      return insertAfterIssuer(rename(forge(response)), wrapped)
    },
  ],
  [
    'XSW2',
    ({ genuine: { response }, responseSignature }) => {
      const original = response.replace(responseSignature, '')
      return insertAfterIssuer(rename(forge(response)), original + responseSignature)
    },
  ],
  [
    'XSW3',
    ({ genuine, assertion }) => {
      const xml = genuine.assertion
      return xml.replace(assertion, rename(forge(assertion)) + assertion)
    },
  ],
  [
    'XSW4',
    ({ genuine, assertion }) => {
      const evil = insertLast(rename(forge(assertion)), assertion)
      return genuine.assertion.replace(assertion, evil)
    },
  ],
  [
    'XSW5',
    ({ genuine, assertion, signature }) => {
      const evil = insertAfterIssuer(rename(forge(assertion)), signature)
      return genuine.assertion.replace(assertion, evil + assertion.replace(signature, ''))
    },
  ],
  [
    'XSW6',
    ({ genuine, assertion, signature }) => {
      const original = assertion.replace(signature, '')
      const wrapped = signature.replace('</ds:Signature>', `${original}</ds:Signature>`)
      const evil = insertAfterIssuer(rename(forge(assertion)), wrapped)
      return genuine.assertion.replace(assertion, evil)
    },
  ],
  [
    'XSW7',
    ({ genuine, assertion }) => {
      const extensions = `<samlp:Extensions>${forge(assertion)}</samlp:Extensions>`
      return genuine.assertion.replace(assertion, extensions + assertion)
    },
  ],
  [
    'XSW8',
    ({ genuine, assertion, signature }) => {
      const original = assertion.replace(signature, '')
      const object = `<ds:Object>${original}</ds:Object>`
      const wrapped = signature.replace('</ds:Signature>', `${object}</ds:Signature>`)
      return genuine.assertion.replace(assertion, insertAfterIssuer(forge(assertion), wrapped))
    },
  ],
  [
    'a second assertion first',
    ({ genuine, assertion }) =>
      genuine.response.replace(/<saml:Assertion /, `${rename(forge(assertion))}$&`),
  ],
  [
    'a second assertion last',
    ({ genuine, assertion }) => insertLast(genuine.response, rename(forge(assertion))),
  ],
  [
    'a duplicate ID',
    ({ genuine, assertion }) => {
      const extra = '<samlp:Extensions><x xmlns="urn:x" ID="_assertion1"/></samlp:Extensions>'
      return genuine.assertion.replace(assertion, extra + assertion)
    },
  ],
  [
    'a duplicate ID of another spelling',
    ({ genuine, assertion }) => {
      const extra = '<samlp:Extensions><x xmlns="urn:x" xml:id="_assertion1"/></samlp:Extensions>'
      return genuine.assertion.replace(assertion, extra + assertion)
    },
  ],
  [
    'an assertion of another namespace',
    ({ genuine, assertion }) => {
      const extra = `<samlp:Extensions>${rename(forge(assertion)).replace(/xmlns:saml="[^"]*"/, 'xmlns:saml="urn:x"')}</samlp:Extensions>`
      return genuine.assertion.replace(assertion, extra + assertion)
    },
  ],
  [
    'an encrypted assertion beside the signed one',
    ({ genuine, assertion, sp }) => {
      const encrypted = encryptSaml(rename(forge(assertion)), { certificate: sp.certificate })
      return genuine.assertion.replace(assertion, encrypted + assertion)
    },
  ],
  [
    'a signature of the assertion moved to the response',
    ({ genuine, assertion, signature }) => {
      const xml = genuine.assertion.replace(assertion, rename(forge(assertion)))
      return insertAfterIssuer(xml, signature)
    },
  ],
  [
    'a signature in an element of its own',
    ({ genuine, assertion, signature }) => {
      const extra = `<samlp:Extensions>${signature}</samlp:Extensions>`
      return genuine.assertion.replace(assertion, extra + forge(assertion))
    },
  ],
  [
    'an assertion in an element of the response',
    ({ genuine, assertion }) =>
      genuine.assertion.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>`),
  ],
]

export const samlForgeryNames = samlForgeries.map(([name]) => name)

/** Returns the forged response of this name, made of genuine ones. */
export function forgeSaml(name: string, genuine: GenuineResponses, sp: SamlParties['sp']): string {
  const [, forgery] = samlForgeries.find(([one]) => one === name) ?? []
  if (!forgery) throw new Error(`no forgery ${name}`)
  return forgery({
    genuine,
    assertion: find(genuine.assertion, assertionPattern),
    responseSignature: find(genuine.response, signaturePattern),
    signature: find(genuine.assertion, signaturePattern),
    sp,
  })
}
