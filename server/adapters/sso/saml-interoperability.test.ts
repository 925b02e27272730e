import { beforeAll, expect, test } from 'vitest'
import { createSamlParties, type SamlParties } from '#tests/support/saml-provider.ts'
import { answerWithSamlp, type SamlpOptions } from '#tests/support/samlp-provider.ts'
import { createAuthnRequestUrl } from './saml-request.ts'
import { verifySamlResponse } from './saml-response.ts'

/** Sign-ins against samlp, which writes its responses at the real time. */
let parties: SamlParties
beforeAll(async () => {
  parties = await createSamlParties(new Date())
})

async function signIn(changes: Partial<SamlpOptions> = {}) {
  const { sp, provider, providerKey } = parties
  const request = {
    requestId: '_request1',
    relayState: 'state/+ 1',
    forceAuthn: true,
    authnContexts: ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'],
  }
  const url = await createAuthnRequestUrl(sp, provider, request, new Date())
  const { entityId } = provider
  const answer = await answerWithSamlp(url, { entityId, key: providerKey, sp, ...changes })
  const input = { response: answer.SAMLResponse, requestId: request.requestId }
  const assertion = await verifySamlResponse(sp, provider, input, new Date())
  return {
    assertion,
    relayState: answer.RelayState,
    xml: Buffer.from(answer.SAMLResponse, 'base64'),
  }
}

test.each<[string, Partial<SamlpOptions>]>([
  ['a signed assertion', { signs: 'Assertion' }],
  ['a signed response', { signs: 'Response' }],
  ['both signed', { signs: 'both' }],
  ['an encrypted signed assertion', { encrypts: true }],
  ['an encrypted assertion in a signed response', { encrypts: true, signs: 'Response' }],
])('signs in with %s of samlp', async (_name, options) => {
  const { assertion, relayState, xml } = await signIn(options)
  expect(assertion).toMatchObject({
    issuer: parties.provider.entityId,
    nameId: 'ana',
    sessionIndex: '_session1',
    attributes: {
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': ['ana@acme.example'],
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': ['Ana Ćosić & Co.'],
      'http://schemas.passportjs.com/groups': ['staff', 'R&D'],
    },
  })
  expect(relayState).toBe('state/+ 1')
  expect(xml.includes('EncryptedAssertion')).toBe(options.encrypts ?? false)
})

test('refuses a response of samlp with another key', async () => {
  await expect(signIn({ key: parties.strangerKey })).rejects.toEqual(
    expect.objectContaining({ name: 'SamlError', reason: 'signature' }),
  )
})
