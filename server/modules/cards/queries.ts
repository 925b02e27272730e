import type { Insertable } from 'kysely'
import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { SavedCard } from '#server/adapters/cards/card-provider.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Returns the active card of a purpose. */
export function findCard(trx: Trx, workspaceId: string, purpose: CardPurpose) {
  return trx
    .selectFrom('cards')
    .select(['brand', 'last4', 'exp_month', 'exp_year'])
    .where('workspace_id', '=', workspaceId)
    .where('purpose', '=', purpose)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

type CardIdentity = {
  workspace_id: string
  purpose: CardPurpose
  provider: 'local' | 'stripe'
  provider_ref: string
}
/** Returns the id of an active card with the same fields: test cards have a constant ref. */
export async function findSameCard(
  trx: Trx,
  card: CardIdentity & Omit<SavedCard, 'ref'>,
): Promise<string | undefined> {
  const same = await trx
    .selectFrom('cards')
    .select('id')
    .where('removed_at', 'is', null)
    .where((eb) => eb.and(card))
    .executeTakeFirst()
  return same?.id
}

export async function insertCard(trx: Trx, card: Insertable<Tables['cards']>): Promise<void> {
  await trx.insertInto('cards').values(card).execute()
}

/** Marks the active card of a purpose as removed and returns it. */
export function removeActiveCard(
  trx: Trx,
  workspaceId: string,
  purpose: CardPurpose,
  at: Date,
): Promise<{ id: string; last4: string } | undefined> {
  return trx
    .updateTable('cards')
    .set({ removed_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('purpose', '=', purpose)
    .where('removed_at', 'is', null)
    .returning(['id', 'last4'])
    .executeTakeFirst()
}

/** Stores that a team has earned the lifetime discount, during its trial only. */
export async function claimDiscount(trx: Trx, workspaceId: string, at: Date): Promise<void> {
  await trx
    .updateTable('workspaces')
    .set({ discount_claimed_at: at })
    .where('id', '=', workspaceId)
    .where('discount_claimed_at', 'is', null)
    .where('trial_ends_at', '>', at)
    .execute()
}

/** Stores that the welcome offer was dismissed. Returns whether it was shown before. */
export async function dismissOffer(trx: Trx, workspaceId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('workspaces')
    .set({ offer_dismissed_at: at })
    .where('id', '=', workspaceId)
    .where('offer_dismissed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertCardSetup(
  trx: Trx,
  setup: Insertable<Tables['card_setups']>,
): Promise<void> {
  await trx.insertInto('card_setups').values(setup).execute()
}

/** Inserts a charge of local cards unless its key exists. Returns the id of the key's charge. */
export async function insertChargeOnce(
  trx: Trx,
  charge: Insertable<Tables['local_charges']>,
): Promise<string> {
  await trx
    .insertInto('local_charges')
    .values(charge)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'key']).doNothing())
    .execute()
  const { id } = await trx
    .selectFrom('local_charges')
    .select('id')
    .where('workspace_id', '=', charge.workspace_id)
    .where('key', '=', charge.key)
    .executeTakeFirstOrThrow()
  return id
}

/** Marks the charge of a key as refunded in full. Returns whether there is one. */
export async function refundLocalCharge(
  trx: Trx,
  workspaceId: string,
  key: string,
): Promise<boolean> {
  const charge = await trx
    .updateTable('local_charges')
    .set((eb) => ({ refunded_cents: eb.ref('amount_cents') }))
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', key)
    .returning('id')
    .executeTakeFirst()
  return charge !== undefined
}
