import { z } from 'zod'

/** What the answer of a provider must match: kept encrypted with the request. */
export const requestSecret = z.object({
  nonce: z.string(),
  /** PKCE verifier of OpenID Connect. */
  verifier: z.string(),
  /** The id of a SAML request. */
  saml_id: z.string(),
})
export type RequestSecret = z.infer<typeof requestSecret>
