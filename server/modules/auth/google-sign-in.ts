import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import type { GoogleIdentity } from '#server/adapters/google/google.ts'
import { signInWithProof, verifyTwoFactorIfEnabled } from '#server/modules/two-factor/service.ts'
import type { Database } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { keyedHash, newToken, hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import {
  findAccountBySub,
  isLinkedElsewhere,
  isNonceUsed,
  linkGoogle,
  markNonceUsed,
} from './queries.ts'
import { findOrCreateAccount } from '../accounts/queries.ts'

type GoogleAccount = { id: string; email: string; linked: boolean }
/**
 * The account of somebody whom Google knows. Known by `sub` first: then our own address counts,
 * even if Google's has changed. Otherwise by address, but only if Google is authoritative for it
 * (google_address if not): whoever had an address when they signed up at Google need not have it
 * now. An account of another `sub` is never linked anew.
 */
async function findOrCreateGoogleAccount(
  { global }: Database,
  { sub, email, authoritative }: GoogleIdentity,
  at: Date,
): Promise<GoogleAccount> {
  const known = await findAccountBySub(global, sub)
  if (known) return { ...known, linked: true }
  if (!authoritative) throwRefusal('google_address')
  const id = await findOrCreateAccount(global, email, at)
  if (await isLinkedElsewhere(global, id, sub)) throwRefusal('google_token_invalid')
  return { id, email, linked: false }
}

/**
 * The nonce that belongs to a key: nobody can make one without the server's secret, or get the key
 * from the nonce in a token.
 */
const deriveNonce = (secret: string, nonceKey: string) =>
  keyedHash(secret, 'google_nonce', nonceKey).toString('base64url')
/** A key holds its expiry, so that nothing is stored before a nonce is used. */
const nonceExpiry = (nonceKey: string) =>
  new Date(Number.parseInt(nonceKey.split('.')[1] ?? '', 36) * 1_000)

/** Returns a nonce for one sign-in, and its key for the browser that asked. */
export function createGoogleNonce(
  { config, google }: Services,
  at: Date,
): OutputOf<'auth.google_nonce'> {
  if (!google) throwRefusal('not_found')
  const expiresS = Math.floor(at.getTime() / 1_000) + limits.google_nonce_minutes * 60
  const nonceKey = `${newToken()}.${expiresS.toString(36)}`
  return {
    nonce: deriveNonce(config.secret, nonceKey),
    nonce_key: nonceKey,
    expires_at: new Date(expiresS * 1_000).toISOString(),
  }
}

/**
 * Exchanges Google's identity token for a temporary token of the account it proves, which is linked
 * to it once its second factor has been given too. A token counts once, and only with the key of
 * its nonce. Throws google_token_invalid and google_address.
 */
export async function signInWithGoogle(
  services: Services,
  body: BodyOf<'auth.verify_google'>,
  at: Date,
  client: string,
): Promise<{ access_token: string; account_id: string; email: string }> {
  const { nonce_key: nonceKey = '' } = body
  const identity = await services.google?.verify(
    body.id_token,
    services.config.secrets.map((secret) => deriveNonce(secret, nonceKey)),
    at,
  )
  const nonce = { nonce_hash: hashToken(nonceKey), expires_at: nonceExpiry(nonceKey) }
  if (
    !identity ||
    !(nonce.expires_at > at) ||
    (await isNonceUsed(services.db.global, nonce.nonce_hash))
  )
    throwRefusal('google_token_invalid')
  const { id, email, linked } = await findOrCreateGoogleAccount(services.db, identity, at)
  const proof = await verifyTwoFactorIfEnabled(services, id, body.second_factor, at)
  const accessToken = await signInWithProof(services, proof, at, async (db) => {
    if (!(await markNonceUsed(db, nonce))) throwRefusal('google_token_invalid')
    if (!linked && !(await linkGoogle(db, id, identity.sub))) throwRefusal('google_token_invalid')
    return startSession(db, at, { account_id: id, kind: 'temporary', client })
  })
  return { access_token: accessToken, account_id: id, email }
}
