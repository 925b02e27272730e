import type { Customer, Payer } from '#server/adapters/billing/billing-provider.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** The payer of a team; at first it is named like the team, and its creator reads the mails. */
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
 * A server that was tried out with test cards goes over to real ones: what was bought with play
 * money ends. The other way nothing is forgotten, so that a setting that was lost for an hour loses
 * nobody's subscription.
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

/** The card that pays the subscription, for the provider. */
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
