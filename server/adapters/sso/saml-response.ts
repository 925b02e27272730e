import { SAML, ValidateInResponseTo, type Profile } from '@node-saml/node-saml'
import { checkIssuer, readAssertion } from './saml-assertion.ts'
import { decryptAssertion } from './saml-decryption.ts'
import { normalizeCertificate } from './saml-keys.ts'
import { checkAssertion, checkResponse, readId, type ResponseParts } from './saml-structure.ts'
import {
  SamlError,
  type SamlAssertion,
  type SamlProvider,
  type SamlServiceProvider,
} from './saml-types.ts'
import { findChild, namespaces, parseMessage, readAttribute } from './saml-xml.ts'

/** The size of a decoded response, in bytes. */
export const samlResponseBytesMax = 256 * 1_024
/** Base64 of the largest response, with line breaks. */
const encodedCharsMax = Math.ceil(samlResponseBytesMax / 3) * 4 * 1.05

/** `requestId`: the ID of our request, or null when the provider may start the sign-in. */
export type SamlResponseInput = {
  /** The form field SAMLResponse: base64, with or without line breaks. */
  response: string
  requestId: string | null
}

/** node-saml asks the cache only about requests, which the caller of this adapter remembers. */
const noCache = {
  saveAsync: () => Promise.resolve(null),
  getAsync: () => Promise.resolve(null),
  removeAsync: () => Promise.resolve(null),
}

/**
 * The verifier of node-saml without its reading of the assertion: it reads with another XML parser
 * and with the clock of the machine. The profile only carries the text that is signed.
 */
class SignatureVerifier extends SAML {
  protected override processValidlySignedAssertionAsync(
    xml: string,
  ): Promise<{ profile: Profile; loggedOut: boolean }> {
    const profile = { issuer: '', nameID: '', nameIDFormat: '', getAssertionXml: () => xml }
    return Promise.resolve({ profile, loggedOut: false })
  }
}

/** Returns the XML text. Throws SamlError `too_large` or `malformed`. */
function decodeResponse(response: string): string {
  if (response.length > encodedCharsMax) throw new SamlError('too_large', 'encoded response')
  const base64 = response.replace(/[\t\n\r ]+/g, '')
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(base64)) throw new SamlError('malformed', 'not base64')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > samlResponseBytesMax) throw new SamlError('too_large', 'response')
  try {
    // XML reads every line break as a line feed, also before a signature is verified.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.replace(/\r\n?/g, '\n')
  } catch {
    throw new SamlError('malformed', 'not UTF-8')
  }
}

/** Throws unless the response is sent to us, by the provider and for the request. */
function checkEnvelope(
  { response, isResponseSigned }: ResponseParts,
  sp: SamlServiceProvider,
  provider: SamlProvider,
  requestId: string | null,
): void {
  const destination = readAttribute(response, 'Destination')
  // SAML demands the attribute in a signed response only.
  const isForUs = destination === null ? !isResponseSigned : destination === sp.acsUrl
  if (!isForUs) throw new SamlError('recipient', 'another destination')
  if (readAttribute(response, 'InResponseTo') !== requestId) {
    throw new SamlError('request', 'response to another request')
  }
  const issuer = findChild(response, namespaces.assertion, 'Issuer')
  if (issuer) checkIssuer(issuer, provider.entityId)
}

/** Returns the assertion before verification, decrypted, and whether it is signed. */
function openAssertion({ assertion }: ResponseParts, sp: SamlServiceProvider) {
  const plain =
    assertion.localName === 'EncryptedAssertion'
      ? parseMessage(decryptAssertion(assertion, sp.privateKey))
      : assertion
  return { id: readId(plain), isSigned: checkAssertion(plain) }
}

/** Returns the text of the assertion that the provider signed. Throws SamlError `signature`. */
async function verifySignatures(
  xml: string,
  signed: { response: boolean; assertion: boolean },
  sp: SamlServiceProvider,
  provider: SamlProvider,
): Promise<string> {
  const verifier = new SignatureVerifier({
    issuer: sp.entityId,
    callbackUrl: sp.acsUrl,
    idpCert: provider.certificates.map(normalizeCertificate),
    decryptionPvk: sp.privateKey,
    wantAuthnResponseSigned: signed.response,
    wantAssertionsSigned: signed.assertion,
    validateInResponseTo: ValidateInResponseTo.never,
    cacheProvider: noCache,
  })
  const SAMLResponse = Buffer.from(xml).toString('base64')
  const result = await verifier.validatePostResponseAsync({ SAMLResponse }).catch(() => null)
  const text = result?.profile?.getAssertionXml?.()
  if (!text) throw new SamlError('signature', 'signature is not valid')
  return text
}

/**
 * Returns the assertion of a response that was posted to us. The response or the assertion must be
 * signed by a certificate of the provider, and every signature that is present must be valid.
 * Everything is read from the text that node-saml returns as signed. All times are compared with
 * `at`, with a tolerance of 120 seconds. The caller redeems `requestId` and remembers the assertion
 * id until `expiresAt`. Throws SamlError, and SamlSettingsError for an unusable certificate of the provider.
 */
export async function verifySamlResponse(
  sp: SamlServiceProvider,
  provider: SamlProvider,
  { response, requestId }: SamlResponseInput,
  at: Date,
): Promise<SamlAssertion> {
  const xml = decodeResponse(response)
  const parts = checkResponse(parseMessage(xml))
  const opened = openAssertion(parts, sp)
  const signed = { response: parts.isResponseSigned, assertion: opened.isSigned }
  if (!signed.response && !signed.assertion) throw new SamlError('signature', 'not signed')
  const assertion = parseMessage(await verifySignatures(xml, signed, sp, provider))
  if (readId(assertion) !== opened.id) throw new SamlError('signature', 'another assertion')
  checkAssertion(assertion)
  checkEnvelope(parts, sp, provider, requestId)
  return readAssertion(assertion, {
    issuer: provider.entityId,
    audience: sp.entityId,
    recipient: sp.acsUrl,
    requestId,
    at,
  })
}
