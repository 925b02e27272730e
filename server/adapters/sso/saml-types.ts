/** An identity provider as a connection keeps it. */
export type SamlProvider = {
  entityId: string
  /** The address of single sign-on by the HTTP-Redirect binding. */
  signInUrl: string
  /** PEM. All of them are valid while the provider replaces a certificate. */
  certificates: readonly string[]
}

/** Our side of a connection. The key signs requests and decrypts assertions. */
export type SamlServiceProvider = {
  entityId: string
  /** The assertion consumer service, by the HTTP-POST binding. */
  acsUrl: string
  /** PEM (PKCS #8), RSA. */
  privateKey: string
  /** PEM. */
  certificate: string
}

/** A verified statement of the provider about the person that signed in. */
export type SamlAssertion = {
  assertionId: string
  issuer: string
  nameId: string
  /** The unspecified format of SAML 1.1 when the provider names none. */
  nameIdFormat: string
  sessionIndex: string | null
  /** Values by the attribute's Name. Values with elements inside are left out. */
  attributes: Record<string, string[]>
  /** The first AuthnContextClassRef. */
  authnContext: string | null
  authenticatedAt: Date | null
  /** SessionNotOnOrAfter: the session ends at this time at the latest. */
  sessionExpiresAt: Date | null
  /** The assertion id must be remembered until this time. */
  expiresAt: Date
}

/**
 * The rule that a response breaks. `malformed`: no plain XML (also comments, DTD, entities and
 * processing instructions). `structure`: XML of another shape than the adapter reads.
 */
export type SamlFault =
  | 'malformed'
  | 'too_large'
  | 'signature'
  | 'status'
  | 'issuer'
  | 'audience'
  | 'recipient'
  | 'request'
  | 'time'
  | 'encryption'
  | 'structure'

/** A refused response. The message is for the log and holds no value of the assertion. */
export class SamlError extends Error {
  readonly reason: SamlFault

  constructor(reason: SamlFault, message: string) {
    super(message)
    this.name = 'SamlError'
    this.reason = reason
  }
}

/** The part of a provider's settings or metadata that cannot be used. */
export type SamlSettingsFault =
  | 'malformed'
  | 'too_large'
  | 'no_provider'
  | 'several_providers'
  | 'entity_id'
  | 'sign_in_url'
  | 'certificate'

/** Refused settings of a provider. The message is for the log. */
export class SamlSettingsError extends Error {
  readonly reason: SamlSettingsFault

  constructor(reason: SamlSettingsFault, message: string) {
    super(message)
    this.name = 'SamlSettingsError'
    this.reason = reason
  }
}
