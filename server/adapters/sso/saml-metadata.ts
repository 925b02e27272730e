import { escapeHtml } from '#server/platform/http/escape-html.ts'
import { certificateExpiry, normalizeCertificate } from './saml-keys.ts'
import { readTime } from './saml-time.ts'
import {
  SamlError,
  SamlSettingsError,
  type SamlProvider,
  type SamlServiceProvider,
} from './saml-types.ts'
import { findChildren, isNamed, namespaces, parseDocument, readAttribute } from './saml-xml.ts'

/** The size of a metadata document, in bytes. */
export const metadataBytesMax = 1_024 * 1_024
const entityIdCharsMax = 1_024
const urlCharsMax = 2_048
/** Each certificate costs a verification of its own. Two are usual while one is replaced. */
const certificatesMax = 5
const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

const { metadata, signature } = namespaces

export type SamlProviderMetadata = SamlProvider & {
  /** The end of the certificate that is valid longest. */
  certificatesExpireAt: Date
  wantsSignedRequests: boolean
  /** validUntil of the document, or null. */
  validUntil: Date | null
}

/** Returns the entities of the tree that have the role of an identity provider. */
function findProviders(root: Element): Element[] {
  if (isNamed(root, metadata, 'EntityDescriptor')) {
    return findChildren(root, metadata, 'IDPSSODescriptor').length ? [root] : []
  }
  if (!isNamed(root, metadata, 'EntitiesDescriptor')) return []
  return ['EntityDescriptor', 'EntitiesDescriptor'].flatMap((name) =>
    findChildren(root, metadata, name).flatMap(findProviders),
  )
}

/** Returns the role of the document's only provider that speaks SAML 2.0, with its entity. */
function findProvider(root: Element): { entity: Element; role: Element } {
  const found = findProviders(root).flatMap((entity) =>
    findChildren(entity, metadata, 'IDPSSODescriptor')
      .filter((role) =>
        role.getAttribute('protocolSupportEnumeration')?.split(/\s+/).includes(namespaces.protocol),
      )
      .map((role) => ({ entity, role })),
  )
  const [only, second] = found
  if (!only) throw new SamlSettingsError('no_provider', 'no identity provider of SAML 2.0')
  if (second) throw new SamlSettingsError('several_providers', 'several identity providers')
  return only
}

/** Returns the address of single sign-on: https, or http on this machine for development. */
function readSignInUrl(role: Element): string {
  const service = findChildren(role, metadata, 'SingleSignOnService').find(
    (one) => one.getAttribute('Binding') === redirectBinding,
  )
  const text = service?.getAttribute('Location')?.trim() ?? ''
  const url = text.length <= urlCharsMax && URL.canParse(text) ? new URL(text) : null
  const isSafe =
    url &&
    !url.username &&
    !url.password &&
    (url.protocol === 'https:' ||
      (url.protocol === 'http:' && loopbackHosts.includes(url.hostname)))
  if (!isSafe) throw new SamlSettingsError('sign_in_url', 'no address of the redirect binding')
  return text
}

/** Returns the distinct certificates that verify signatures, as PEM. */
function readCertificates(role: Element): string[] {
  const texts = findChildren(role, metadata, 'KeyDescriptor')
    .filter((key) => (readAttribute(key, 'use') ?? 'signing') === 'signing')
    .flatMap((key) => findChildren(key, signature, 'KeyInfo'))
    .flatMap((info) => findChildren(info, signature, 'X509Data'))
    .flatMap((data) => findChildren(data, signature, 'X509Certificate'))
    .map((certificate) => certificate.textContent ?? '')
  const certificates = [...new Set(texts.slice(0, certificatesMax + 1).map(normalizeCertificate))]
  if (!certificates.length || certificates.length > certificatesMax) {
    throw new SamlSettingsError('certificate', 'no certificate or too many')
  }
  return certificates
}

/** Returns the root of the document. Throws SamlSettingsError instead of SamlError. */
function parseRoot(xml: string): Element {
  if (Buffer.byteLength(xml) > metadataBytesMax) {
    throw new SamlSettingsError('too_large', 'metadata of more than 1 MB')
  }
  try {
    return parseDocument(xml.replace(/^\uFEFF/, '').trim())
  } catch (error) {
    if (error instanceof SamlError) throw new SamlSettingsError('malformed', error.message)
    throw error
  }
}

function readValidity(elements: readonly Element[]): Date | null {
  try {
    const times = elements.flatMap((element) => readTime(element, 'validUntil') ?? [])
    return times.length ? new Date(Math.min(...times.map((time) => time.getTime()))) : null
  } catch {
    throw new SamlSettingsError('malformed', 'time of validUntil')
  }
}

/**
 * Returns the settings of the only identity provider in a metadata document. The signature of the
 * document is not verified. The caller decides about a document that is no longer valid. Throws
 * SamlSettingsError for more than 1 MB, a DTD, several providers, a missing HTTP-Redirect address
 * and an unusable certificate.
 */
export function parseProviderMetadata(xml: string): SamlProviderMetadata {
  const root = parseRoot(xml)
  const { entity, role } = findProvider(root)
  const entityId = readAttribute(entity, 'entityID') ?? ''
  if (!entityId.trim() || entityId.length > entityIdCharsMax) {
    throw new SamlSettingsError('entity_id', 'no usable entityID')
  }
  const certificates = readCertificates(role)
  const ends = certificates.map((certificate) => certificateExpiry(certificate).getTime())
  return {
    entityId,
    signInUrl: readSignInUrl(role),
    certificates,
    certificatesExpireAt: new Date(Math.max(...ends)),
    wantsSignedRequests: ['true', '1'].includes(role.getAttribute('WantAuthnRequestsSigned') ?? ''),
    validUntil: readValidity([root, entity, role]),
  }
}

/**
 * Returns our metadata for the provider: one key for signatures and encryption, the algorithms that
 * decryptAssertion takes, and the assertion consumer service.
 */
export function renderServiceProviderMetadata(sp: SamlServiceProvider): string {
  const certificate = sp.certificate.replace(/-----[A-Z ]+-----|\s+/g, '')
  const keyInfo = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${escapeHtml(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
  const methods = [
    'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    'http://www.w3.org/2009/xmlenc11#aes128-gcm',
    'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  ].map((algorithm) => `<md:EncryptionMethod Algorithm="${algorithm}"/>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="${metadata}" xmlns:ds="${signature}" entityID="${escapeHtml(sp.entityId)}">`,
    `<md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">`,
    `<md:KeyDescriptor use="signing">${keyInfo}</md:KeyDescriptor>`,
    `<md:KeyDescriptor use="encryption">${keyInfo}${methods.join('')}</md:KeyDescriptor>`,
    `<md:AssertionConsumerService Binding="${postBinding}" Location="${escapeHtml(sp.acsUrl)}" index="0" isDefault="true"/>`,
    '</md:SPSSODescriptor>',
    '</md:EntityDescriptor>',
    '',
  ].join('\n')
}
