import { secondMs } from '#contract/durations.ts'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'
import { email as address } from '#contract/schemas/common.ts'
import type { Log } from '#server/platform/observability/log.ts'

/**
 * An identity from Google. `authoritative`: Google hosts the mailbox, so the address proves the
 * person.
 */
export type GoogleIdentity = { sub: string; email: string; authoritative: boolean }

export type GoogleVerifier = {
  /** Returns the identity of a valid token for our client with one of these nonces, or null. */
  verify(idToken: string, nonces: readonly string[], at: Date): Promise<GoogleIdentity | null>
}

const issuers = ['https://accounts.google.com', 'accounts.google.com']

const tokenClaims = z.object({
  sub: z.string().min(1).max(255),
  email: address,
  email_verified: z.literal(true),
  hd: z.string().toLowerCase().optional(),
  nonce: z.string().min(1),
})

/**
 * Google is authoritative for its own mailboxes and for the Workspace domain that signed the user
 * in. Any other address was verified once and may have a new owner today.
 */
function isAuthoritative(email: string, hd: string | undefined): boolean {
  return email.endsWith('@gmail.com') || (hd !== undefined && hd !== '' && email.endsWith(`@${hd}`))
}

/** Creates a verifier that uses Google's published keys at `jwksUrl`, cached for ten minutes. */
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
        // Log the error code, never the token.
        log.warn(
          { reason: (error as { code?: string }).code ?? (error as Error).name },
          'google token',
        )
        return null
      }
    },
  }
}
