import { minuteMs } from '#contract/durations.ts'
import type { Plan } from '#contract/prices.ts'
import type { CardPurpose } from '#contract/schemas/checkout.ts'
import { limits } from '#contract/limits.ts'
import { createWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import {
  findStoredResponse,
  type IdempotentCall,
  withIdempotency,
} from '#server/platform/http/idempotency.ts'
import { newId, hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { insertCardSetup } from './queries.ts'

/** Returns the callback. Throws callback_invalid unless it is on our own origin. */
export function validateCallbackUrl({ config }: Services, callback: string): string {
  const { protocol, origin, username, password } = new URL(callback)
  // A blob: URL has the origin of the page that created it, so check the protocol too.
  if (
    !['http:', 'https:'].includes(protocol) ||
    username ||
    password ||
    origin !== new URL(config.publicUrl).origin
  )
    throwRefusal('callback_invalid', { field: 'callback' })
  return callback
}
/** Returns the callback with the result as query parameters. */
export function withResultParams(callback: string, params: Record<string, string>): string {
  const url = new URL(callback)
  for (const [name, text] of Object.entries(params)) url.searchParams.set(name, text)
  return url.toString()
}

type HostedPage = {
  purpose: CardPurpose
  callback: string
  order: { plan: Plan; promo: string | null } | null
  open: (token: string) => Promise<{ url: string; ref: string | null }>
}

/**
 * Opens a provider's page for a card, or for a card and a subscription, once per idempotency key.
 * Returns its address.
 */
export async function openHostedPage(
  { db }: Services,
  actor: Actor,
  { purpose, callback, order, open }: HostedPage,
  call: IdempotentCall,
): Promise<{ session_url: string }> {
  const { workspace_id: workspaceId } = actor
  const stored = await db.tenant(workspaceId, (trx) =>
    findStoredResponse<{ session_url: string }>(trx, call),
  )
  if (stored) return stored
  const token = createWorkspaceToken(workspaceId)
  const { url, ref } = await open(token)
  return db.tenant(workspaceId, (trx) =>
    withIdempotency(trx, call, async () => {
      await insertCardSetup(trx, {
        workspace_id: workspaceId,
        id: newId(call.at),
        purpose,
        callback,
        token_hash: hashToken(token),
        created_by: actor.user_id,
        created_at: call.at,
        expires_at: new Date(call.at.getTime() + limits.checkout_minutes * minuteMs),
        done_at: null,
        plan: order?.plan ?? null,
        promo: order?.promo ?? null,
        provider_ref: ref,
      })
      return { session_url: url }
    }),
  )
}
