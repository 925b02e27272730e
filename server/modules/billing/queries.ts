import type { Customer, Payer } from '#server/adapters/billing/billing-provider.ts'
import { sql, type Updateable } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { updatePaidUntil } from './team-queries.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/**
 * Returns the billing customer of a team. A new one gets the team's name and the address of its
 * first billing administrator.
 */
export async function findCustomer(
  trx: Trx,
  workspaceId: string,
  provider: 'local' | 'stripe',
  at: Date,
): Promise<Omit<Payer, 'workspace_id'> & { ref: string | null; balance_cents: number }> {
  const find = () =>
    trx
      .selectFrom('billing_customers')
      .innerJoin('settings', 'settings.workspace_id', 'billing_customers.workspace_id')
      .where('billing_customers.workspace_id', '=', workspaceId)
      .select([
        'provider',
        'ref',
        'name',
        'email',
        'address',
        'country',
        'tax_id',
        'balance_cents',
        'settings.language',
      ])
      .executeTakeFirst()
  const found = await find()
  if (found && found.provider === 'local' && provider === 'stripe') {
    await switchToStripe(trx, workspaceId, at)
    return { ...found, ref: null, balance_cents: 0 }
  }
  if (found) return found
  const { name } = await trx
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const payer = await trx
    .selectFrom('users')
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.workspace_id', '=', 'users.workspace_id')
        .onRef('permissions.user_id', '=', 'users.id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where('users.state', '=', 'accepted')
    .where('permissions.billing_administrator', '=', true)
    .orderBy('users.id')
    .select('users.email')
    .executeTakeFirst()
  await trx
    .insertInto('billing_customers')
    .values({
      workspace_id: workspaceId,
      provider,
      ref: null,
      name,
      email: payer?.email ?? '',
      busy_until: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('workspace_id').doNothing())
    .execute()
  return (await find()) ?? Promise.reject(new Error('customer missing'))
}

/**
 * Switches a customer from test billing to Stripe and drops its test subscription and card. Nothing
 * is dropped in the other direction: a temporarily lost setting must not end subscriptions.
 */
async function switchToStripe(trx: Trx, workspaceId: string, at: Date): Promise<void> {
  await trx
    .updateTable('billing_customers')
    .set({ provider: 'stripe', ref: null, balance_cents: 0, busy_until: null, updated_at: at })
    .where('workspace_id', '=', workspaceId)
    .execute()
  await trx
    .updateTable('cards')
    .set({ removed_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', 'local')
    .where('removed_at', 'is', null)
    .execute()
  const { numDeletedRows } = await trx
    .deleteFrom('subscriptions')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (numDeletedRows === 1n) await updatePaidUntil(trx, workspaceId, null)
}

/** Returns the card that pays the subscription, with the provider's ref. */
export async function findPaymentCard(
  trx: Trx,
  { workspace_id: workspaceId }: Pick<Customer, 'workspace_id'>,
): Promise<{ id: string; ref: string } | undefined> {
  return trx
    .selectFrom('cards')
    .select(['id', 'provider_ref as ref'])
    .where('workspace_id', '=', workspaceId)
    .where('purpose', '=', 'subscription')
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Returns the provider's id of a team's customer, or null before it exists there. */
export async function findCustomerRef(trx: Trx, workspaceId: string): Promise<string | null> {
  const customer = await trx
    .selectFrom('billing_customers')
    .select('ref')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return customer?.ref ?? null
}

/** Returns the provider's id of an existing team's customer, or null. */
export async function findActiveCustomerRef(trx: Trx, workspaceId: string): Promise<string | null> {
  const customer = await trx
    .selectFrom('billing_customers')
    .innerJoin('workspaces', 'workspaces.id', 'billing_customers.workspace_id')
    .select('ref')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return customer?.ref ?? null
}

/** Returns the team of a provider's customer, or null. */
export async function findCustomerWorkspace(
  db: Db,
  provider: string,
  ref: string,
): Promise<string | null> {
  const { rows } = await sql<{ workspace_id: string | null }>`
    select billing_workspace(${provider}, ${ref}) as workspace_id`.execute(db)
  return rows[0]?.workspace_id ?? null
}

export async function updateCustomer(
  trx: Trx,
  workspaceId: string,
  set: Updateable<Tables['billing_customers']>,
): Promise<void> {
  await trx
    .updateTable('billing_customers')
    .set(set)
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** Takes the lease on a team's commands at the provider. Returns whether it was free at `at`. */
export async function takeProviderLease(
  trx: Trx,
  workspaceId: string,
  at: Date,
  busyUntil: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('billing_customers')
    .where('workspace_id', '=', workspaceId)
    .set({ busy_until: busyUntil })
    .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<=', at)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Extends the lease that ends at `heldUntil`. Returns whether it was extended. */
export async function renewProviderLease(
  trx: Trx,
  workspaceId: string,
  heldUntil: Date,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('billing_customers')
    .where('workspace_id', '=', workspaceId)
    .set({ busy_until: until })
    .where('busy_until', '=', heldUntil)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a lease, unless it has expired and belongs to its next holder. */
export async function endProviderLease(
  trx: Trx,
  workspaceId: string,
  busyUntil: Date,
): Promise<void> {
  await trx
    .updateTable('billing_customers')
    .where('workspace_id', '=', workspaceId)
    .set({ busy_until: null })
    .where('busy_until', '=', busyUntil)
    .execute()
}

/** Stores the customer's credit for the next invoices if it changed. */
export async function updateBalance(trx: Trx, workspaceId: string, cents: number): Promise<void> {
  await trx
    .updateTable('billing_customers')
    .set({ balance_cents: cents })
    .where('workspace_id', '=', workspaceId)
    .where('balance_cents', '<>', cents)
    .execute()
}

/** Marks the active card of the subscription at this provider as removed. */
export async function removeSubscriptionCard(
  trx: Trx,
  workspaceId: string,
  provider: 'local' | 'stripe',
  at: Date,
): Promise<void> {
  await trx
    .updateTable('cards')
    .set({ removed_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('purpose', '=', 'subscription')
    .where('provider', '=', provider)
    .where('removed_at', 'is', null)
    .execute()
}
