import type { GoogleIdentity } from '#server/adapters/google/google.ts'
import type { Database } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { accountOf, findAccountBySub, linkGoogle } from './queries.ts'

/**
 * The account of somebody whom Google knows. Known by `sub` first: then our own address counts, even if Google's has
 * changed. Otherwise by address, but only if Google is authoritative for it (google_address if not): whoever had an
 * address when they signed up at Google need not have it now. An account of another `sub` is never linked anew.
 */
async function accountOfGoogle({ global }: Database, { sub, email, authoritative }: GoogleIdentity, at: Date): Promise<{ id: string; email: string }> {
  const known = await findAccountBySub(global, sub)
  if (known) return known
  if (!authoritative) fail('google_address')
  const id = await accountOf(global, email, at)
  if (!(await linkGoogle(global, id, sub))) fail('google_token_invalid')
  return { id, email }
}

/** Exchanges Google's identity token for the account it proves. Refuses with google_token_invalid and google_address. */
export async function enterByGoogle({ google, db }: Services, request: { id_token: string; nonce?: string | undefined; at: Date }): Promise<{ id: string; email: string }> {
  const identity = await google?.verify(request.id_token, request.nonce, request.at)
  return identity ? accountOfGoogle(db, identity, request.at) : fail('google_token_invalid')
}
