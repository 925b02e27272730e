import type { Trx } from '#server/platform/database/database.ts'

/** Returns the reward that a user saves for, or null. */
export async function findGoal(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<string | null> {
  const goal = await trx
    .selectFrom('reward_goals')
    .select('reward_id')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return goal?.reward_id ?? null
}

/** Stores the reward that a user saves for, instead of the one before. */
export async function upsertGoal(
  trx: Trx,
  goal: { workspace_id: string; user_id: string; reward_id: string; created_at: Date },
): Promise<void> {
  const { reward_id: rewardId, created_at: createdAt } = goal
  await trx
    .insertInto('reward_goals')
    .values(goal)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id'])
        .doUpdateSet({ reward_id: rewardId, created_at: createdAt }),
    )
    .execute()
}

/** Deletes the goal of a user; with `rewardId` only a goal for that reward. */
export async function deleteGoal(
  trx: Trx,
  workspaceId: string,
  userId: string,
  rewardId?: string,
): Promise<void> {
  await trx
    .deleteFrom('reward_goals')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .$if(rewardId !== undefined, (query) => query.where('reward_id', '=', rewardId ?? ''))
    .execute()
}
