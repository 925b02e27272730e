import type { OidcProvider } from '#server/adapters/sso/oidc.ts'
import { createAuthnRequestUrl } from '#server/adapters/sso/saml-request.ts'
import type { SamlProvider, SamlServiceProvider } from '#server/adapters/sso/saml-types.ts'
import { SsoProviderError } from '#server/adapters/sso/sso-error.ts'
import type { SsoConnectionRow } from '#server/modules/sso/connection-queries.ts'
import { decryptCredentials } from '#server/modules/sso/credentials.ts'
import { ssoUrls } from '#server/modules/sso/sso-urls.ts'
import type { Services } from '#server/platform/services.ts'
import type { RequestSecret } from './request-secret.ts'

/** Returns the provider of an OpenID connection and our registration there. */
export const toOidcProvider = (
  services: Pick<Services, 'config'>,
  connection: SsoConnectionRow,
): OidcProvider => ({
  issuer: connection.issuer,
  clientId: connection.client_id,
  clientSecret: decryptCredentials(services, connection),
})

export const toSamlProvider = (connection: SsoConnectionRow): SamlProvider => ({
  entityId: connection.issuer,
  signInUrl: connection.sign_in_url,
  certificates: connection.certificates,
})

/** Returns our side of a SAML connection, with its private key. */
export function toServiceProvider(
  services: Pick<Services, 'config'>,
  connection: SsoConnectionRow,
): SamlServiceProvider {
  const urls = ssoUrls(services.config.publicUrl, connection)
  return {
    entityId: urls.entityId,
    acsUrl: urls.reply,
    privateKey: decryptCredentials(services, connection),
    certificate: connection.own_certificate,
  }
}

/** Returns the address where the browser signs in. Throws an SsoProviderError. */
export async function buildProviderUrl(
  services: Pick<Services, 'config' | 'oidc'>,
  connection: SsoConnectionRow,
  start: { state: string; secret: RequestSecret; at: Date },
): Promise<string> {
  const url = await buildRequestUrl(services, connection, start)
  // The provider's metadata names the address, which must not be a script.
  const protocols = services.config.allowLoopbackTargets ? ['https:', 'http:'] : ['https:']
  if (!protocols.includes(new URL(url).protocol)) throw new SsoProviderError('address')
  return url
}

async function buildRequestUrl(
  services: Pick<Services, 'config' | 'oidc'>,
  connection: SsoConnectionRow,
  { state, secret, at }: { state: string; secret: RequestSecret; at: Date },
): Promise<string> {
  if (connection.protocol === 'oidc')
    return services.oidc.authorizationUrl(toOidcProvider(services, connection), {
      redirectUri: ssoUrls(services.config.publicUrl, connection).reply,
      state,
      nonce: secret.nonce,
      verifier: secret.verifier,
      contexts: connection.accepted_contexts,
    })
  return createAuthnRequestUrl(
    toServiceProvider(services, connection),
    toSamlProvider(connection),
    {
      requestId: secret.saml_id,
      relayState: state,
      forceAuthn: false,
      authnContexts: connection.accepted_contexts,
    },
    at,
  )
}
