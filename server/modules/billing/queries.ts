import type { Customer, Payer } from '#server/adapters/billing/billing-provider.ts'
import type { Trx } from '#server/platform/database/database.ts'

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
  if (numDeletedRows === 1n)
    await trx
      .updateTable('workspaces')
      .set({ paid_until: null })
      .where('id', '=', workspaceId)
      .execute()
}

export async function findSubscription(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}
export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

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
