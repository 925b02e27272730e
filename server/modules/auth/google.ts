import type { BodyOf } from '#contract/routes.ts'
import type { GoogleIdentity } from '#server/adapters/google/google.ts'
import { enterWith, prove } from '#server/modules/secondfactor/rules.ts'
import type { Database } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { startSession } from '#server/platform/sessions.ts'
import { accountOf, findAccountBySub, isLinkedElsewhere, linkGoogle } from './queries.ts'

type Account = { id: string; email: string; linked: boolean }
/**
 * The account of somebody whom Google knows. Known by `sub` first: then our own address counts, even if Google's has
 * changed. Otherwise by address, but only if Google is authoritative for it (google_address if not): whoever had an
 * address when they signed up at Google need not have it now. An account of another `sub` is never linked anew.
 */
async function accountOfGoogle({ global }: Database, { sub, email, authoritative }: GoogleIdentity, at: Date): Promise<Account> {
  const known = await findAccountBySub(global, sub)
  if (known) return { ...known, linked: true }
  if (!authoritative) fail('google_address')
  const id = await accountOf(global, email, at)
  if (await isLinkedElsewhere(global, id, sub)) fail('google_token_invalid')
  return { id, email, linked: false }
}

/**
 * Exchanges Google's identity token for a temporary token of the account it proves, which is linked to it once its second
 * factor has been given too. Refuses with google_token_invalid and google_address.
 */
export async function enterByGoogle(services: Services, body: BodyOf<'auth.verify_google'>, at: Date, client: string): Promise<{ access_token: string; account_id: string; email: string }> {
  const identity = await services.google?.verify(body.id_token, body.nonce, at)
  if (!identity) fail('google_token_invalid')
  const { id, email, linked } = await accountOfGoogle(services.db, identity, at)
  const proof = await prove(services, id, body.second_factor, at)
  const access_token = await enterWith(services, proof, at, async (db) => {
    if (!linked && !(await linkGoogle(db, id, identity.sub))) fail('google_token_invalid')
    return startSession(db, at, { account_id: id, kind: 'temporary', client })
  })
  return { access_token, account_id: id, email }
}
