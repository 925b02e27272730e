import { limits } from '#contract/limits.ts'
import type { Ability } from '#contract/permissions.ts'
import type { Route } from '#contract/route.ts'
import { type BodyOf, type OutputOf, routes } from '#contract/routes.ts'
import { type Scope, scopeOf, scopes } from '#contract/scopes.ts'
import { enqueueMails } from '#server/modules/notifications/outbox.ts'
import { findOwner } from '#server/modules/secondfactor/queries.ts'
import { audit } from '#server/platform/audit.ts'
import { fail } from '#server/platform/errors.ts'
import { newToken } from '#server/platform/ids.ts'
import { dayOf } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import {
  countTokensInTurn,
  insertToken,
  listTokens,
  placesOfTokens,
  presentToken,
  revokeToken,
  revokeTokens,
} from './queries.ts'

/** Every access token begins so: scanners for secrets know it by this. */
export const token_prefix = 'laurel_pat_'
const day_ms = 86_400_000

/** The scopes that open anything at all to somebody with these abilities. */
export function scopesFor(abilities: ReadonlySet<Ability>): Scope[] {
  const open = new Set(
    Object.entries(routes).flatMap(([name, route]: [string, Route]) =>
      abilities.has(route.access as Ability) ? [scopeOf(name, route)] : [],
    ),
  )
  return scopes.filter((scope) => open.has(scope))
}

/**
 * The end of a day in the team's time zone; out_of_range unless it is from today to a year ahead.
 */
function endOf(expires_on: string, timezone: string, at: Date): Date {
  const today = Temporal.PlainDate.from(dayOf(at, timezone))
  const [start, finish] = [today.toString(), today.add({ days: limits.token_days_max }).toString()]
  if (expires_on < start || expires_on > finish)
    fail('out_of_range', { field: 'expires_on', params: { start, finish } })
  return new Date(
    Temporal.PlainDate.from(expires_on).add({ days: 1 }).toZonedDateTime(timezone)
      .epochMilliseconds,
  )
}

export async function ownTokens(
  { db }: Services,
  actor: Actor,
  at: Date,
): Promise<OutputOf<'tokens.list'>> {
  const since = new Date(at.getTime() - limits.token_shown_days * day_ms)
  const rows = await db.tenant(actor.workspace_id, (trx) =>
    listTokens(trx, actor, since, limits.page_size_max),
  )
  return { items: rows.map((row) => presentToken(row, at)), scopes: scopesFor(actor.abilities) }
}

/**
 * Makes a token for this team. Only its hash is kept, so it is told here and never again. Its owner
 * gets a mail that cannot be switched off.
 */
export async function createToken(
  { db }: Services,
  actor: Actor,
  input: BodyOf<'tokens.create'>,
  at: Date,
): Promise<OutputOf<'tokens.create'>> {
  const expires_at = endOf(input.expires_on, actor.timezone, at)
  const allowed = scopesFor(actor.abilities)
  if (input.scopes.some((scope) => !allowed.includes(scope))) fail('forbidden', { field: 'scopes' })
  const token = token_prefix + newToken()
  const row = await db.tenant(actor.workspace_id, async (trx) => {
    if ((await countTokensInTurn(trx, actor, at)) >= limits.tokens_per_user_max)
      fail('tokens_full', { params: { finish: limits.tokens_per_user_max } })
    const made = await insertToken(
      trx,
      actor,
      token,
      { name: input.name, scopes: input.scopes, expires_at },
      at,
    )
    // The log cannot be erased with the person, so it holds no name that they chose.
    await audit(
      trx,
      actor,
      'token.create',
      { token_id: made.id, scopes: input.scopes, expires_on: input.expires_on },
      at,
    )
    const owner = await findOwner(trx, actor.workspace_id, actor.account_id)
    if (owner)
      await enqueueMails(
        trx,
        actor.workspace_id,
        [{ ...owner, kind: 'token_created', params: { token_id: made.id } }],
        at,
      )
    return made
  })
  return { ...presentToken(row, at), token }
}

/** Ends a token of one's own at once; not_found for anybody else's. */
export async function endToken(
  { db }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  await db.tenant(actor.workspace_id, async (trx) => {
    if (!(await revokeToken(trx, actor, id, at))) fail('not_found')
    await audit(trx, actor, 'token.revoke', { token_id: id }, at)
  })
}

/** Ends every access token of the account, in all its teams, and writes it into the log of each. */
export async function endAllTokens(
  { db }: Services,
  { account_id, session_id, kind }: Actor,
  at: Date,
): Promise<void> {
  for (const { workspace_id, user_id } of await placesOfTokens(db.global, account_id, at)) {
    await db.tenant(workspace_id, async (trx) => {
      const ids = await revokeTokens(trx, { workspace_id, user_id }, at)
      for (const token_id of ids)
        await audit(
          trx,
          { workspace_id, user_id, kind, session_id },
          'token.revoke',
          { token_id },
          at,
        )
    })
  }
}
