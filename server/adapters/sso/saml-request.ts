import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { escapeHtml } from '#server/platform/http/escape-html.ts'
import type { SamlProvider, SamlServiceProvider } from './saml-types.ts'
import { namespaces } from './saml-xml.ts'

const deflate = promisify(deflateRaw)
const signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
/** An ID of XML starts with a letter or an underscore. */
const requestIdPattern = /^[A-Za-z_][\w.-]{0,127}$/
/** The limit of the SAML bindings, in bytes (section 3.4.3). */
const relayStateBytesMax = 80

export type AuthnRequestInput = {
  /** The ID of the request. The response names it in InResponseTo. */
  requestId: string
  /** Up to 80 bytes, returned with the response. Null sends none. */
  relayState: string | null
  /** Whether the provider must ask for the credentials again. */
  forceAuthn: boolean
  /** The AuthnContextClassRefs of which the provider must reach one. Empty asks for none. */
  authnContexts: readonly string[]
}

/** node-saml writes the time of the machine into a request, so the request is written here. */
function renderRequest(
  sp: SamlServiceProvider,
  provider: SamlProvider,
  { requestId, forceAuthn, authnContexts }: AuthnRequestInput,
  at: Date,
): string {
  const contexts = authnContexts.map(
    (context) => `<saml:AuthnContextClassRef>${escapeHtml(context)}</saml:AuthnContextClassRef>`,
  )
  const attributes = {
    'xmlns:samlp': namespaces.protocol,
    'xmlns:saml': namespaces.assertion,
    ID: requestId,
    Version: '2.0',
    IssueInstant: at.toISOString(),
    Destination: provider.signInUrl,
    ...(forceAuthn && { ForceAuthn: 'true' }),
    ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
    AssertionConsumerServiceURL: sp.acsUrl,
  }
  const list = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`)
  const requested = contexts.length
    ? `<samlp:RequestedAuthnContext Comparison="exact">${contexts.join('')}</samlp:RequestedAuthnContext>`
    : ''
  return (
    `<samlp:AuthnRequest ${list.join(' ')}><saml:Issuer>${escapeHtml(sp.entityId)}</saml:Issuer>` +
    `<samlp:NameIDPolicy AllowCreate="true"/>${requested}</samlp:AuthnRequest>`
  )
}

/**
 * Returns the address that starts a sign-in: the HTTP-Redirect binding with a signature of
 * RSA-SHA256. The provider answers to the assertion consumer service by HTTP-POST. Throws TypeError
 * for a request id that is no XML ID and for a relay state of more than 80 bytes.
 */
export async function createAuthnRequestUrl(
  sp: SamlServiceProvider,
  provider: SamlProvider,
  input: AuthnRequestInput,
  at: Date,
): Promise<string> {
  const { requestId, relayState } = input
  if (!requestIdPattern.test(requestId)) throw new TypeError('request id is no XML ID')
  if (Buffer.byteLength(relayState ?? '') > relayStateBytesMax) {
    throw new TypeError('relay state of more than 80 bytes')
  }
  const message = await deflate(renderRequest(sp, provider, input, at))
  const query = [
    ['SAMLRequest', message.toString('base64')],
    ...(relayState ? [['RelayState', relayState]] : []),
    ['SigAlg', signatureAlgorithm],
  ]
    .map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const signature = sign('sha256', Buffer.from(query), sp.privateKey).toString('base64')
  const url = new URL(provider.signInUrl)
  url.hash = ''
  const address = url.href.replace(/\?$/, '')
  const separator = address.includes('?') ? '&' : '?'
  return `${address}${separator}${query}&Signature=${encodeURIComponent(signature)}`
}
