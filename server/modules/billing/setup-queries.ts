import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { Plan } from '#contract/prices.ts'
import type { Trx } from '#server/platform/database/database.ts'

const selectOpenSetups = (trx: Trx, workspaceId: string, since: Date) =>
  trx
    .selectFrom('card_setups')
    .where('workspace_id', '=', workspaceId)
    .where('done_at', 'is', null)
    .where('provider_ref', 'is not', null)
    .where('created_at', '>', since)

/** Returns whether a provider's page that opened after `since` has not expired. */
export async function hasSetupSince(
  trx: Trx,
  workspaceId: string,
  since: Date,
  at: Date,
): Promise<boolean> {
  const row = await selectOpenSetups(trx, workspaceId, since)
    .where('expires_at', '>', at)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the provider's open pages that take a card only, oldest first. */
export function listCardSetups(
  trx: Trx,
  workspaceId: string,
  since: Date,
): Promise<
  { id: string; purpose: CardPurpose; provider_ref: string | null; created_by: string | null }[]
> {
  return selectOpenSetups(trx, workspaceId, since)
    .where('plan', 'is', null)
    .select(['id', 'purpose', 'provider_ref', 'created_by'])
    .orderBy('id')
    .execute()
}

/** Returns the provider's open pages that start a subscription, newest first. */
export function listOrderSetups(
  trx: Trx,
  workspaceId: string,
  since: Date,
): Promise<{ id: string; plan: Plan | null; created_by: string | null }[]> {
  return selectOpenSetups(trx, workspaceId, since)
    .where('plan', 'is not', null)
    .select(['id', 'plan', 'created_by'])
    .orderBy('id', 'desc')
    .execute()
}

/** Marks a page as done. Returns whether it was open. */
export async function markSetupDone(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('card_setups')
    .set({ done_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function markSetupsDone(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  at: Date,
): Promise<void> {
  await trx
    .updateTable('card_setups')
    .set({ done_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
}

/** Returns and locks an open page of our own by the hash of its token. */
export function lockSetupByToken(trx: Trx, workspaceId: string, tokenHash: Buffer, at: Date) {
  return trx
    .selectFrom('card_setups')
    .innerJoin('workspaces', 'workspaces.id', 'card_setups.workspace_id')
    .where('card_setups.workspace_id', '=', workspaceId)
    .where('card_setups.token_hash', '=', tokenHash)
    .where('card_setups.done_at', 'is', null)
    .where('card_setups.expires_at', '>', at)
    .where('workspaces.deleted_at', 'is', null)
    .select([
      'card_setups.id',
      'card_setups.workspace_id',
      'card_setups.purpose',
      'card_setups.callback',
      'card_setups.created_by',
      'card_setups.plan',
      'card_setups.promo',
      'workspaces.name',
      'workspaces.trial_ends_at',
      'workspaces.discount_claimed_at',
    ])
    .forUpdate('card_setups')
    .executeTakeFirst()
}
