import { type Insertable, sql } from 'kysely'
import { notifyWorkers } from '#server/platform/background/queues.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Returns the country of a reward that is a gift card, or null for other rewards. */
export async function findOfferCountry(
  db: Database,
  workspaceId: string,
  rewardId: string,
): Promise<string | null> {
  const [reward] = await db.read(
    workspaceId,
    db.global
      .selectFrom('rewards')
      .select('country')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', rewardId)
      .where('type', '=', 'automatic')
      .compile(),
  )
  return reward?.country ?? null
}

/** Returns the name and the address that a gift card is sent to. */
export function findBuyer(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<{ email: string; first_name: string; last_name: string }> {
  return trx
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function insertOrder(
  trx: Trx,
  order: Insertable<Tables['gift_orders']>,
): Promise<void> {
  await trx.insertInto('gift_orders').values(order).execute()
  await notifyWorkers(trx, 'gift_orders')
}

/** Returns the card that pays for gift cards. */
export function findRewardsCard(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('cards')
    .select(['id', 'brand', 'last4', 'exp_month', 'exp_year', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('purpose', '=', 'rewards')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Returns when the operator validated a team for gift cards, or null. */
export async function findValidatedAt(trx: Trx, workspaceId: string): Promise<Date | null> {
  const workspace = await trx
    .selectFrom('workspaces')
    .select('validated_at')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return workspace.validated_at
}

/** Returns a team's gift card spending of a day, in cents of US dollars. */
export async function findSpentCents(trx: Trx, workspaceId: string, day: string): Promise<number> {
  const row = await trx
    .selectFrom('gift_card_days')
    .select('spent_cents')
    .where('workspace_id', '=', workspaceId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.spent_cents ?? 0
}

/**
 * Adds to the spending of a day in a single conditional write, which concurrent purchases cannot
 * exceed. The row stays locked until the end of the transaction; wallets are locked before it.
 * Returns the new sum, or undefined above the maximum.
 */
export async function addSpending(
  trx: Trx,
  workspaceId: string,
  { day, cents, maxCents }: { day: string; cents: number; maxCents: number },
): Promise<number | undefined> {
  if (cents > maxCents) return undefined
  const { rows } = await sql<{ spent: number }>`
    insert into gift_card_days as d (workspace_id, day, spent_cents)
    values (${workspaceId}, ${day}::date, ${cents}::bigint)
    on conflict (workspace_id, day) do update set spent_cents = d.spent_cents + excluded.spent_cents
      where d.spent_cents + excluded.spent_cents <= ${maxCents}::bigint
    returning spent_cents::float8 as spent`.execute(trx)
  return rows[0]?.spent
}

export async function subtractSpending(
  trx: Trx,
  workspaceId: string,
  { day, cents }: { day: string; cents: number },
): Promise<void> {
  await trx
    .updateTable('gift_card_days')
    .set((eb) => ({ spent_cents: eb('spent_cents', '-', cents) }))
    .where('workspace_id', '=', workspaceId)
    .where('day', '=', day)
    .execute()
}

/** Marks the limit of a day as reported. Returns whether this is the first report. */
export async function markLimitReported(
  trx: Trx,
  workspaceId: string,
  day: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into gift_card_days as d (workspace_id, day, reported_at)
    values (${workspaceId}, ${day}::date, ${at})
    on conflict (workspace_id, day) do update set reported_at = excluded.reported_at
      where d.reported_at is null
    returning d.day`.execute(trx)
  return rows.length > 0
}

/** Returns the voucher of a claim link in a team that exists. */
export function findVoucherByToken(trx: Trx, workspaceId: string, tokenHash: Buffer) {
  return trx
    .selectFrom('vouchers')
    .innerJoin('workspaces', 'workspaces.id', 'vouchers.workspace_id')
    .where('vouchers.workspace_id', '=', workspaceId)
    .where('vouchers.token_hash', '=', tokenHash)
    .where('workspaces.deleted_at', 'is', null)
    .select([
      'vouchers.id',
      'workspaces.name as team',
      'vouchers.product_id',
      'vouchers.country',
      'vouchers.currency',
      'vouchers.value_cents',
      'vouchers.code',
      'vouchers.created_at',
      'vouchers.seen_at',
    ])
    .executeTakeFirst()
}

/** Stores when the link of a voucher was first opened. */
export async function markVoucherSeen(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('vouchers')
    .set({ seen_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export type Voucher = { id: string; purchase_id: string; token_hash: Buffer }

export function findVoucher(
  trx: Trx,
  workspaceId: string,
  purchaseId: string,
): Promise<Voucher | undefined> {
  return trx
    .selectFrom('vouchers')
    .select(['id', 'purchase_id', 'token_hash'])
    .where('workspace_id', '=', workspaceId)
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirst()
}

/** Inserts the voucher of a purchase unless it has one. */
export async function insertVoucherOnce(
  trx: Trx,
  voucher: Insertable<Tables['vouchers']>,
): Promise<void> {
  await trx
    .insertInto('vouchers')
    .values(voucher)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'purchase_id']).doNothing())
    .execute()
}
