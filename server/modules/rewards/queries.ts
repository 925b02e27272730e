import type { Insertable, Updateable } from 'kysely'
import type { Category, PurchaseStatus, Reward } from '#contract/schemas/rewards.ts'
import type { RewardRow } from '#server/modules/purchases/present.ts'
import { selectRewards } from '#server/modules/purchases/reward-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Returns the rewards of a category, or all, cheapest first. */
export async function listRewards(
  trx: Trx,
  workspaceId: string,
  category: Category | undefined,
): Promise<RewardRow[]> {
  return selectRewards(trx, workspaceId)
    .$if(category !== undefined, (all) =>
      all.where('rewards.category', '=', category ?? 'uncategorised'),
    )
    .orderBy('rewards.price')
    .orderBy('rewards.id')
    .execute()
}

/** Locks a reward until the end of the transaction. Returns undefined for deleted rewards. */
export async function lockActiveReward(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('rewards')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function wasRedeemed(
  trx: Trx,
  workspaceId: string,
  rewardId: string,
): Promise<boolean> {
  const purchase = await trx
    .selectFrom('purchases')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('reward_id', '=', rewardId)
    .limit(1)
    .executeTakeFirst()
  return purchase !== undefined
}

export type PurchaseExportRow = {
  id: string
  title: string
  type: Reward['type']
  reward_type: Reward['reward_type']
  price: number
  company_part: number
  status: PurchaseStatus
  decline_reason: string
  ordered_at: Date | null
  ordered_by: string | null
  order_note: string
  note: string
  decided_by: string | null
  created_at: Date
  status_changed_at: Date
  canceled_at: Date | null
  returned_at: Date | null
}
export type ContributionExportRow = {
  purchase_id: string
  user_id: string
  amount: number
  status: PurchaseStatus
  comment: string
}

/**
 * Returns a page of purchases for the export, newest first, with their contributions. `before` is
 * the cursor.
 */
export async function listPurchasesForExport(
  trx: Trx,
  workspaceId: string,
  input: {
    since?: Date | undefined
    until?: Date | undefined
    ids?: string[] | undefined
    before: string | undefined
    limit: number
  },
): Promise<{ rows: PurchaseExportRow[]; parts: ContributionExportRow[] }> {
  let query = trx
    .selectFrom('purchases')
    .select([
      'id',
      'title',
      'type',
      'reward_type',
      'price',
      'company_part',
      'status',
      'decline_reason',
      'ordered_at',
      'ordered_by',
      'order_note',
      'note',
      'decided_by',
      'created_at',
      'status_changed_at',
      'canceled_at',
      'returned_at',
    ])
    .where('workspace_id', '=', workspaceId)
  if (input.since) query = query.where('created_at', '>=', input.since)
  if (input.until) query = query.where('created_at', '<', input.until)
  if (input.ids) query = query.where('id', 'in', input.ids)
  if (input.before) query = query.where('id', '<', input.before)
  const rows = await query.orderBy('id', 'desc').limit(input.limit).execute()
  const parts = rows.length
    ? await trx
        .selectFrom('contributions')
        .select(['purchase_id', 'user_id', 'amount', 'status', 'comment'])
        .where('workspace_id', '=', workspaceId)
        .where(
          'purchase_id',
          'in',
          rows.map((row) => row.id),
        )
        .orderBy('id')
        .execute()
    : []
  return { rows, parts }
}

/** Returns the picture's file id of a reward, or null without a picture or reward. */
export async function findPictureId(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<string | null> {
  const reward = await trx
    .selectFrom('rewards')
    .select('picture_file_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return reward?.picture_file_id ?? null
}

/** Returns the number of rewards that are not deleted. */
export async function countRewards(trx: Trx, workspaceId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('rewards')
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function insertRewards(
  trx: Trx,
  rewards: Insertable<Tables['rewards']>[],
): Promise<void> {
  await trx.insertInto('rewards').values(rewards).execute()
}

/** Changes the given fields of a reward. */
export async function updateRewardFields(
  trx: Trx,
  workspaceId: string,
  id: string,
  fields: Updateable<Tables['rewards']>,
): Promise<void> {
  await trx
    .updateTable('rewards')
    .set(fields)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Marks a reward as deleted and returns its title; undefined if it is deleted or unknown. */
export async function markRewardDeleted(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<string | undefined> {
  const deleted = await trx
    .updateTable('rewards')
    .set({ deleted_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('title')
    .executeTakeFirst()
  return deleted?.title
}
