import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'
import { email as address } from '#contract/schemas/common.ts'
import type { Log } from '#server/platform/observability/log.ts'

/**
 * Who Google says somebody is. `authoritative`: Google runs the mailbox itself, so that the address
 * proves the person.
 */
export type GoogleIdentity = { sub: string; email: string; authoritative: boolean }

export type GoogleVerifier = {
  /**
   * Returns the identity of a genuine token for our client with one of the nonces, null for any
   * other.
   */
  verify(idToken: string, nonces: readonly string[], at: Date): Promise<GoogleIdentity | null>
}

const issuers = ['https://accounts.google.com', 'accounts.google.com']
const secondMs = 1_000

const tokenClaims = z.object({
  sub: z.string().min(1).max(255),
  email: address,
  email_verified: z.literal(true),
  hd: z.string().toLowerCase().optional(),
  nonce: z.string().min(1),
})

/**
 * Google is authoritative for its own mailboxes and for those of the Workspace domain that signed
 * the person in. Any other address belonged to somebody once, when Google asked, and may belong to
 * somebody else today.
 */
function isAuthoritative(email: string, hd: string | undefined): boolean {
  return email.endsWith('@gmail.com') || (hd !== undefined && hd !== '' && email.endsWith(`@${hd}`))
}

/**
 * Verifies identity tokens against the keys that Google publishes at `jwksUrl`; the keys are kept
 * for ten minutes.
 */
export function createGoogleVerifier(
  { clientId, jwksUrl }: { clientId: string; jwksUrl: string },
  log: Log,
): GoogleVerifier {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: 3 * secondMs,
    cacheMaxAge: 600 * secondMs,
    cooldownDuration: 30 * secondMs,
  })
  return {
    async verify(idToken, nonces, at) {
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms: ['RS256'],
          issuer: issuers,
          audience: clientId,
          clockTolerance: 30,
          maxTokenAge: '1 hour',
          requiredClaims: ['sub', 'email', 'exp', 'iat'],
          currentDate: at,
        })
        const known = tokenClaims.safeParse(payload)
        if (!known.success || !nonces.includes(known.data.nonce)) return null
        const { sub, email, hd } = known.data
        return { sub, email, authoritative: isAuthoritative(email, hd) }
      } catch (error) {
        // The name of what is wrong, never the token.
        log.warn(
          { reason: (error as { code?: string }).code ?? (error as Error).name },
          'google token',
        )
        return null
      }
    },
  }
}
