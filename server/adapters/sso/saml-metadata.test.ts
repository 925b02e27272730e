import { beforeAll, expect, test } from 'vitest'
import { createSamlParties, type SamlParties } from '#tests/support/saml-provider.ts'
import { certificateExpiry, createSigningKey } from './saml-keys.ts'
import {
  metadataBytesMax,
  parseProviderMetadata,
  renderServiceProviderMetadata,
} from './saml-metadata.ts'
import type { SamlSettingsFault } from './saml-types.ts'
import { findChildren, namespaces, parseMessage, requireChild } from './saml-xml.ts'

let parties: SamlParties
let key: string
beforeAll(async () => {
  parties = await createSamlParties()
  key = renderKey(parties.providerKey.certificate)
})

const refusal = (reason: SamlSettingsFault) =>
  expect.objectContaining({ name: 'SamlSettingsError', reason })
const renderKey = (certificate: string, use = ' use="signing"') =>
  `<KeyDescriptor${use}><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>` +
  `${certificate.replace(/-----[A-Z ]+-----/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`
const renderService = (location: string, binding = 'HTTP-Redirect') =>
  `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/>`
const services =
  renderService('https://idp.acme.example/post', 'HTTP-POST') +
  renderService('https://idp.acme.example/sso?a=1&amp;b=2')
const renderRole = (content: string, attributes = '') =>
  `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol urn:oasis:names:tc:SAML:2.0:protocol"${attributes}>${content}</IDPSSODescriptor>`
const renderEntity = (content: string, attributes = '') =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.acme.example/metadata"${attributes}>${content}</EntityDescriptor>`
const renderGroup = (content: string) =>
  `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${content}</EntitiesDescriptor>`

test('reads the settings of a provider', () => {
  const { certificate, expiresAt } = parties.providerKey
  expect(parseProviderMetadata(renderEntity(renderRole(key + services)))).toEqual({
    entityId: 'https://idp.acme.example/metadata',
    signInUrl: 'https://idp.acme.example/sso?a=1&b=2',
    certificates: [certificate],
    certificatesExpireAt: expiresAt,
    wantsSignedRequests: false,
    validUntil: null,
  })
})

test('reads the wish for signed requests and the end of validity', () => {
  const role = renderRole(key + services, ' WantAuthnRequestsSigned="true"')
  const xml = renderEntity(role, ' validUntil="2026-04-01T00:00:00Z"')
  expect(parseProviderMetadata(xml)).toMatchObject({
    wantsSignedRequests: true,
    validUntil: new Date('2026-04-01T00:00:00Z'),
  })
})

test('reads each certificate of signatures once and takes the last expiry', async () => {
  const next = await createSigningKey(new Date('2031-01-01T00:00:00Z'))
  const other = renderKey(parties.strangerKey.certificate, ' use="encryption"')
  const keys = key + renderKey(next.certificate, '') + key + other
  const { certificates, certificatesExpireAt } = parseProviderMetadata(
    renderEntity(renderRole(keys + services)),
  )
  expect(certificates).toEqual([parties.providerKey.certificate, next.certificate])
  expect(certificatesExpireAt).toEqual(certificateExpiry(next.certificate))
})

test('reads a document with a byte order mark, a declaration and comments', () => {
  const xml = `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<!-- a <b> & -->\n${renderEntity(renderRole(key + services))}<!---->`
  expect(parseProviderMetadata(xml).entityId).toBe('https://idp.acme.example/metadata')
})

test('reads the only provider of a group', () => {
  const sp = renderServiceProviderMetadata(parties.sp).replace(/^<\?.*\?>\n/, '')
  const provider = renderEntity(renderRole(key + services))
  const read = parseProviderMetadata(renderGroup(sp + renderGroup(provider)))
  expect(read.entityId).toBe('https://idp.acme.example/metadata')
})

const renderValid = () => renderEntity(renderRole(key + services))
test.each<[string, SamlSettingsFault, () => string]>([
  ['a DTD', 'malformed', () => `<!DOCTYPE x>${renderValid()}`],
  ['an entity', 'malformed', () => `<!DOCTYPE x [<!ENTITY y "z">]>${renderValid()}`],
  ['other text', 'malformed', () => 'not found'],
  ['an open comment', 'malformed', () => `${renderValid()}<!-- `],
  ['HTML', 'no_provider', () => '<html></html>'],
  ['more than 1 MB', 'too_large', () => renderValid().padEnd(metadataBytesMax + 1)],
  ['only a service provider', 'no_provider', () => renderServiceProviderMetadata(parties.sp)],
  [
    'a provider of SAML 1.1',
    'no_provider',
    () => renderValid().replace(' urn:oasis:names:tc:SAML:2.0:protocol', ''),
  ],
  ['two providers', 'several_providers', () => renderGroup(renderValid() + renderValid())],
  [
    'two roles of a provider',
    'several_providers',
    () => renderEntity(renderRole(key + services) + renderRole(key + services)),
  ],
  ['no entityID', 'entity_id', () => renderValid().replace(/ entityID="[^"]*"/, '')],
  ['no certificate', 'certificate', () => renderEntity(renderRole(services))],
  ['a broken certificate', 'certificate', () => renderValid().replace('MII', 'AII')],
  ['no address', 'sign_in_url', () => renderEntity(renderRole(key))],
  [
    'an address of HTTP-POST only',
    'sign_in_url',
    () => renderEntity(renderRole(key + renderService('https://idp.example', 'HTTP-POST'))),
  ],
  [
    'a time without a zone',
    'malformed',
    () => renderEntity(renderRole(key + services), ' validUntil="2026-04-01"'),
  ],
])('refuses a document with %s', (_name, reason, render) => {
  expect(() => parseProviderMetadata(render())).toThrow(refusal(reason))
})

test.each([
  'http://idp.acme.example/sso',
  'javascript:alert(1)',
  'https://user:password@idp.acme.example/sso',
  '/sso',
  `https://idp.acme.example/${'a'.repeat(2_048)}`,
])('refuses the sign-in address %s', (address) => {
  const xml = renderEntity(renderRole(key + renderService(address)))
  expect(() => parseProviderMetadata(xml)).toThrow(refusal('sign_in_url'))
})

test('takes http on this machine for development', () => {
  const address = 'http://localhost:8080/realms/acme/protocol/saml'
  const xml = renderEntity(renderRole(key + renderService(address)))
  expect(parseProviderMetadata(xml).signInUrl).toBe(address)
})

test('describes our entity with both uses of the certificate', () => {
  const sp = { ...parties.sp, entityId: 'https://laurel.example/saml/a&b' }
  const root = parseMessage(renderServiceProviderMetadata(sp))
  const role = requireChild(root, namespaces.metadata, 'SPSSODescriptor')
  const keys = findChildren(role, namespaces.metadata, 'KeyDescriptor')
  const service = requireChild(role, namespaces.metadata, 'AssertionConsumerService')
  expect(root.getAttribute('entityID')).toBe(sp.entityId)
  expect(role.getAttribute('AuthnRequestsSigned')).toBe('true')
  expect(keys.map((one) => one.getAttribute('use'))).toEqual(['signing', 'encryption'])
  expect(service.getAttribute('Location')).toBe(sp.acsUrl)
  const body = sp.certificate.replace(/-----[A-Z ]+-----|\s/g, '')
  expect(keys.map((one) => one.textContent)).toEqual([body, body])
})
