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
} from './google-queries.ts'
import { findOrCreateAccount } from '#server/modules/accounts/queries.ts'

type GoogleAccount = { id: string; email: string; linked: boolean }

/**
 * Returns the account of a Google identity. A known `sub` wins, and our own address counts even if
 * Google's has changed. Otherwise the address decides, but only if Google is authoritative for it:
 * the owner at Google sign-up may have lost it since. Throws google_address if not, and
 * google_token_invalid if the account has another `sub`.
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
 * Derives the nonce of a key. Only the server's secret can derive it, and the nonce in a token does
 * not reveal its key.
 */
const deriveNonce = (secret: string, nonceKey: string) =>
  keyedHash(secret, 'google_nonce', nonceKey).toString('base64url')

/** The key contains its expiry, so nothing is stored before a nonce is used. */
const nonceExpiry = (nonceKey: string) =>
  new Date(Number.parseInt(nonceKey.split('.')[1] ?? '', 36) * 1_000)

/**
 * Returns a nonce for one sign-in and its key for the requesting browser. Throws not_found without
 * Google.
 */
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
 * Exchanges Google's identity token for a temporary token. Links the account to its `sub` after the
 * second factor, if it has one. A token is valid once and only with the key of its nonce. Throws
 * google_token_invalid and google_address.
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
    return startSession(db, at, {
      account_id: id,
      kind: 'temporary',
      client,
      method: 'google',
      second_factor: proof !== null,
    })
  })
  return { access_token: accessToken, account_id: id, email }
}
