import { type Selectable, sql, type Updateable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { AppliedDiscount, DraftInvoiceLine, DiscountRule } from './proration.ts'

export type LocalSubscription = Selectable<Tables['local_subscriptions']>
export type LocalInvoiceRow = Selectable<Tables['local_invoices']>
export type LocalInvoiceLineRow = Selectable<Tables['local_invoice_lines']>
/** Payer data printed on an invoice. */
export type InvoicePayer = {
  team: string
  name: string
  email: string
  address: string
  country: string
  tax_id: string
}

/** Returns the stored discounts of a subscription. */
export function parseDiscountRules(sub: Pick<LocalSubscription, 'discounts'>): DiscountRule[] {
  return (sub.discounts as (Omit<DiscountRule, 'ends_at'> & { ends_at: string | null })[]).map(
    (rule) => ({
      ...rule,
      ends_at: rule.ends_at === null ? null : new Date(rule.ends_at),
    }),
  )
}
export const parseAppliedDiscounts = (invoice: Pick<LocalInvoiceRow, 'discounts'>) =>
  invoice.discounts as AppliedDiscount[]

/** Returns the live subscription and locks it until the end of the transaction. */
export function lockLiveSubscription(
  trx: Trx,
  workspaceId: string,
): Promise<LocalSubscription | undefined> {
  return trx
    .selectFrom('local_subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'canceled')
    .forUpdate()
    .executeTakeFirst()
}
/** Returns the live subscription, or else the last one. */
export function findLatestSubscription(
  trx: Trx,
  workspaceId: string,
): Promise<LocalSubscription | undefined> {
  return trx
    .selectFrom('local_subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy((eb) => eb('status', '<>', 'canceled'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
/** Updates a subscription in the database and in memory. */
export async function updateLocalSubscription(
  trx: Trx,
  sub: LocalSubscription,
  set: Updateable<Tables['local_subscriptions']>,
): Promise<void> {
  await trx
    .updateTable('local_subscriptions')
    .set(set)
    .where('workspace_id', '=', sub.workspace_id)
    .where('id', '=', sub.id)
    .execute()
  Object.assign(sub, set)
}
/** Updates an invoice in the database and in memory. Its lines stay as loaded. */
export async function updateLocalInvoice(
  trx: Trx,
  invoice: LocalInvoiceRow,
  set: Updateable<Tables['local_invoices']>,
): Promise<void> {
  await trx
    .updateTable('local_invoices')
    .set(set)
    .where('workspace_id', '=', invoice.workspace_id)
    .where('id', '=', invoice.id)
    .execute()
  Object.assign(invoice, set)
}
/**
 * Returns the unsettled invoice of a subscription: a draft, or an open one. There is at most a
 * single one.
 */
export function findUnsettledInvoice(
  trx: Trx,
  { workspace_id: workspaceId, id }: Pick<LocalSubscription, 'workspace_id' | 'id'>,
): Promise<LocalInvoiceRow | undefined> {
  return trx
    .selectFrom('local_invoices')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', id)
    .where('status', 'in', ['draft', 'open'])
    .executeTakeFirst()
}
/** Returns lines that are waiting for the next invoice. */
export function findPendingLines(
  trx: Trx,
  { workspace_id: workspaceId, id }: Pick<LocalSubscription, 'workspace_id' | 'id'>,
): Promise<LocalInvoiceLineRow[]> {
  return trx
    .selectFrom('local_invoice_lines')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('subscription_id', '=', id)
    .where('invoice_id', 'is', null)
    .orderBy('id')
    .execute()
}
export async function insertInvoiceLines(
  trx: Trx,
  { workspace_id: workspaceId, id }: Pick<LocalSubscription, 'workspace_id' | 'id'>,
  lines: DraftInvoiceLine[],
  invoiceId: string | null,
  at: Date,
): Promise<void> {
  if (lines.length)
    await trx
      .insertInto('local_invoice_lines')
      .values(
        lines.map((line) => ({
          workspace_id: workspaceId,
          id: newId(at),
          subscription_id: id,
          invoice_id: invoiceId,
          ...line,
        })),
      )
      .execute()
}

/** Returns the credit of a team for its next invoices, in cents. */
export async function sumCustomerBalance(trx: Trx, workspaceId: string): Promise<number> {
  const { total } = await trx
    .selectFrom('local_balance_entries')
    .where('workspace_id', '=', workspaceId)
    .select((eb) => eb.fn.sum<number | null>('amount_cents').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}
/** Returns the card that pays the subscription. */
export function findLocalSubscriptionCard(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('cards')
    .select(['id', 'provider_ref as ref', 'brand', 'last4', 'exp_month', 'exp_year'])
    .where('workspace_id', '=', workspaceId)
    .where('purpose', '=', 'subscription')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}
export async function findInvoicePayer(trx: Trx, workspaceId: string): Promise<InvoicePayer> {
  return trx
    .selectFrom('billing_customers')
    .innerJoin('workspaces', 'workspaces.id', 'billing_customers.workspace_id')
    .where('workspace_id', '=', workspaceId)
    .select([
      'workspaces.name as team',
      'billing_customers.name',
      'email',
      'address',
      'country',
      'tax_id',
    ])
    .executeTakeFirstOrThrow()
}

type ActivePromotion = { code: string; percent: number; months: number | null }
const isRedeemable = (code: string, at: Date) =>
  sql<boolean>`code = ${code.toUpperCase()} and (times is null or used < times) and (ends_at is null
    or ends_at > ${at})`
/** Returns a redeemable promotion code. Throws promo_invalid. */
export async function findPromotion(trx: Trx, code: string, at: Date): Promise<ActivePromotion> {
  const found = await trx
    .selectFrom('promo_codes')
    .select(['code', 'percent', 'months'])
    .where(isRedeemable(code, at))
    .executeTakeFirst()
  return found ?? throwRefusal('promo_invalid', { field: 'promo' })
}
/**
 * Redeems a promotion code once. A rollback of the transaction returns the use. Throws
 * promo_invalid.
 */
export async function redeemPromotion(trx: Trx, code: string, at: Date): Promise<ActivePromotion> {
  const redeemed = await trx
    .updateTable('promo_codes')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where(isRedeemable(code, at))
    .returning(['code', 'percent', 'months'])
    .executeTakeFirst()
  return redeemed ?? throwRefusal('promo_invalid', { field: 'promo' })
}
