import { verify } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { createSamlParties, samlNow, type SamlParties } from '#tests/support/saml-provider.ts'
import { createAuthnRequestUrl, type AuthnRequestInput } from './saml-request.ts'

let parties: SamlParties
beforeAll(async () => {
  parties = await createSamlParties()
})

const plain = { requestId: '_request1', relayState: null, forceAuthn: false, authnContexts: [] }
const create = (changes: Partial<AuthnRequestInput> = {}, signInUrl = parties.provider.signInUrl) =>
  createAuthnRequestUrl(
    parties.sp,
    { ...parties.provider, signInUrl },
    { ...plain, ...changes },
    samlNow,
  )
const readXml = (url: string) =>
  inflateRawSync(
    Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString()

test('asks for a response by HTTP-POST at the given time', async () => {
  const url = await create()
  expect(url.split('?')[0]).toBe('https://idp.acme.example/sso')
  expect([...new URL(url).searchParams.keys()]).toEqual(['SAMLRequest', 'SigAlg', 'Signature'])
  expect(readXml(url)).toBe(
    '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"' +
      ' ID="_request1" Version="2.0" IssueInstant="2026-03-02T09:30:00.000Z" Destination="https://idp.acme.example/sso"' +
      ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AssertionConsumerServiceURL="https://laurel.example/saml/acme/acs">' +
      '<saml:Issuer>https://laurel.example/saml/acme</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>',
  )
})

test('asks for a fresh sign-in and for authentication contexts', async () => {
  const xml = readXml(await create({ forceAuthn: true, authnContexts: ['urn:a', 'urn:b&c'] }))
  expect(xml).toContain(' ForceAuthn="true" ')
  expect(xml).toContain(
    '<samlp:RequestedAuthnContext Comparison="exact"><saml:AuthnContextClassRef>urn:a</saml:AuthnContextClassRef>' +
      '<saml:AuthnContextClassRef>urn:b&amp;c</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>',
  )
})

test('signs the query as it is sent', async () => {
  const url = await create({ relayState: 'a b/+&=ü' })
  const [signed = '', signature = ''] = (url.split('?')[1] ?? '').split('&Signature=')
  expect(signed).toMatch(/^SAMLRequest=[^&]+&RelayState=a%20b%2F%2B%26%3D%C3%BC&SigAlg=[^&]+$/)
  const bytes = Buffer.from(decodeURIComponent(signature), 'base64')
  expect(verify('sha256', Buffer.from(signed), parties.sp.certificate, bytes)).toBe(true)
})

test.each([
  ['https://idp.example/sso?idpid=C01', 'https://idp.example/sso?idpid=C01&SAMLRequest='],
  ['https://idp.example/sso?', 'https://idp.example/sso?SAMLRequest='],
  ['https://idp.example/sso#x', 'https://idp.example/sso?SAMLRequest='],
  ['https://idp.example', 'https://idp.example/?SAMLRequest='],
])('adds the query to %s', async (signInUrl, start) => {
  expect((await create({}, signInUrl)).startsWith(start)).toBe(true)
})

test('refuses a request id that is no XML ID and a long relay state', async () => {
  for (const requestId of ['', '1a', 'a b', '"', `_${'a'.repeat(128)}`]) {
    await expect(create({ requestId })).rejects.toThrow(TypeError)
  }
  await expect(create({ relayState: 'ü'.repeat(41) })).rejects.toThrow(TypeError)
  expect(await create({ relayState: 'ü'.repeat(40) })).toContain('RelayState=')
})
