import samlp from 'samlp'
import type { SigningKey } from '#server/adapters/sso/saml-keys.ts'
import type { SamlServiceProvider } from '#server/adapters/sso/saml-types.ts'
import { encodeSaml } from './saml-provider.ts'

export type SamlpOptions = {
  entityId: string
  key: SigningKey
  sp: SamlServiceProvider
  /** The signed element, the assertion by default. */
  signs?: 'Response' | 'Assertion' | 'both'
  /** Encrypts the assertion for the certificate of the service provider. */
  encrypts?: boolean
}

const user = {
  id: 'ana',
  displayName: 'Ana Ćosić & Co.',
  name: { givenName: 'Ana', familyName: 'Ćosić' },
  emails: [{ value: 'ana@acme.example' }],
  groups: ['staff', 'R&D'],
}

/** Returns the request of an address. Throws when samlp does not accept its signature. */
function readRequest(address: string, signingCert: string) {
  const { searchParams } = new URL(address)
  const query = Object.fromEntries(searchParams)
  const options = { signingCert, signature: query['Signature'], relayState: query['RelayState'] }
  return new Promise<{ id?: string; issuer?: string; assertionConsumerServiceURL?: string }>(
    (resolve, reject) => {
      samlp.parseRequest({ method: 'GET', query }, options, (error, request) => {
        if (error || !request) reject(error ?? new Error('no request'))
        else resolve(request)
      })
    },
  )
}

/**
 * Answers the address of a sign-in like a provider that runs samlp: an implementation by other
 * authors. The times of the answer are the real ones. Returns the fields of the form.
 */
export async function answerWithSamlp(
  address: string,
  { entityId, key, sp, signs = 'Assertion', encrypts = false }: SamlpOptions,
): Promise<{ SAMLResponse: string; RelayState: string | null }> {
  const request = await readRequest(address, sp.certificate)
  const options = {
    issuer: entityId,
    cert: key.certificate,
    key: key.privateKey,
    audience: request.issuer,
    recipient: request.assertionConsumerServiceURL,
    destination: request.assertionConsumerServiceURL,
    inResponseTo: request.id,
    signResponse: signs !== 'Assertion',
    signAssertion: signs !== 'Response',
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
    sessionIndex: '_session1',
    ...(encrypts && { encryptionPublicKey: sp.certificate, encryptionCert: sp.certificate }),
  }
  const xml = await new Promise<string>((resolve, reject) => {
    samlp.getSamlResponse(options, user, (error, text) => {
      if (error || !text) reject(error ?? new Error('no response'))
      else resolve(text)
    })
  })
  return {
    SAMLResponse: encodeSaml(xml),
    RelayState: new URL(address).searchParams.get('RelayState'),
  }
}
