import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { Ability } from '#contract/permissions.ts'
import type { Route } from '#contract/routes/route.ts'
import { type BodyOf, type OutputOf, routes } from '#contract/routes/index.ts'
import { type Scope, findRequiredScope, scopes } from '#contract/scopes.ts'
import { deleteGrantsOfAccount } from '#server/modules/oauth/grant-queries.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findAccountRecipient } from '#server/modules/two-factor/queries.ts'
import { lockUser } from '#server/modules/users/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newToken } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { presentToken } from './present.ts'
import {
  countValidTokens,
  insertToken,
  listTokens,
  listTokenMemberships,
  revokeToken,
  revokeMembershipTokens,
} from './queries.ts'

/** Prefix of every access token. Secret scanners detect tokens by it. */
export const tokenPrefix = 'laurel_pat_'

/** Returns the scopes that permit at least one call with these abilities. */
function availableScopes(abilities: ReadonlySet<Ability>): Scope[] {
  const requiredScopes = new Set(
    Object.entries(routes).flatMap(([name, route]: [string, Route]) =>
      abilities.has(route.access as Ability) ? [findRequiredScope(name, route)] : [],
    ),
  )
  return scopes.filter((scope) => requiredScopes.has(scope))
}

/**
 * Returns the end of a day in the team's time zone. Throws out_of_range unless the day is from
 * today to one year ahead.
 */
function parseExpiry(expiresOn: string, timezone: string, at: Date): Date {
  const today = Temporal.PlainDate.from(toLocalDay(at, timezone))
  const [start, finish] = [today.toString(), today.add({ days: limits.token_days_max }).toString()]
  if (expiresOn < start || expiresOn > finish)
    throwRefusal('out_of_range', { field: 'expires_on', params: { start, finish } })
  return new Date(
    Temporal.PlainDate.from(expiresOn).add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds,
  )
}

export async function listOwnTokens(
  { db }: Services,
  actor: Actor,
  at: Date,
): Promise<OutputOf<'tokens.list'>> {
  const since = new Date(at.getTime() - limits.token_shown_days * dayMs)
  const rows = await db.readSnapshot(actor.workspace_id, (trx) =>
    listTokens(trx, actor, since, limits.page_size_max),
  )
  return {
    items: rows.map((row) => presentToken(row, at)),
    scopes: availableScopes(actor.abilities),
  }
}

/**
 * Creates an access token for this team. Only its hash is stored, so only this response contains
 * the token. The owner receives a mail that cannot be switched off.
 */
export async function createToken(
  { db }: Services,
  actor: Actor,
  input: BodyOf<'tokens.create'>,
  at: Date,
): Promise<OutputOf<'tokens.create'>> {
  const expiresAt = parseExpiry(input.expires_on, actor.timezone, at)
  const allowed = availableScopes(actor.abilities)
  if (input.scopes.some((scope) => !allowed.includes(scope)))
    throwRefusal('forbidden', { field: 'scopes' })
  const token = tokenPrefix + newToken()
  const row = await db.tenant(actor.workspace_id, async (trx) => {
    // The lock serializes concurrent creations.
    await lockUser(trx, actor.workspace_id, actor.user_id)
    if ((await countValidTokens(trx, actor, at)) >= limits.tokens_per_user_max)
      throwRefusal('tokens_full', { params: { finish: limits.tokens_per_user_max } })
    const created = await insertToken(
      trx,
      actor,
      token,
      { name: input.name, scopes: input.scopes, expires_at: expiresAt },
      at,
    )
    // The audit log outlives the person, so it does not contain the token's name.
    await audit(
      trx,
      actor,
      'token.create',
      { token_id: created.id, scopes: input.scopes, expires_on: input.expires_on },
      at,
    )
    const owner = await findAccountRecipient(trx, actor.workspace_id, actor.account_id)
    if (owner)
      await enqueueMails(
        trx,
        actor.workspace_id,
        [{ ...owner, kind: 'token_created', params: { token_id: created.id } }],
        at,
      )
    return created
  })
  return { ...presentToken(row, at), token }
}

/** Revokes one of the actor's own tokens at once. Throws not_found for any other. */
export async function revokeOwnToken(
  { db }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  await db.tenant(actor.workspace_id, async (trx) => {
    if (!(await revokeToken(trx, actor, id, at))) throwRefusal('not_found')
    await audit(trx, actor, 'token.revoke', { token_id: id }, at)
  })
}

/**
 * Revokes every access token of the account in all its teams, and disconnects its applications. Each
 * team's audit log records the tokens.
 */
export async function revokeAllTokens(
  { db }: Services,
  { account_id: accountId, session_id: sessionId, kind }: Actor,
  at: Date,
): Promise<void> {
  await deleteGrantsOfAccount(db.global, accountId)
  for (const { workspace_id: workspaceId, user_id: userId } of await listTokenMemberships(
    db.global,
    accountId,
    at,
  )) {
    await db.tenant(workspaceId, async (trx) => {
      const ids = await revokeMembershipTokens(
        trx,
        { workspace_id: workspaceId, user_id: userId },
        at,
      )
      for (const tokenId of ids)
        await audit(
          trx,
          { workspace_id: workspaceId, user_id: userId, kind, session_id: sessionId },
          'token.revoke',
          { token_id: tokenId },
          at,
        )
    })
  }
}
