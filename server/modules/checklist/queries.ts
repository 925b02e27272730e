import type { Trx } from '#server/platform/database/database.ts'

/** Records when a user dismissed the checklist, unless it was dismissed before. */
export async function dismissChecklist(
  trx: Trx,
  workspaceId: string,
  userId: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ checklist_dismissed_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .where('checklist_dismissed_at', 'is', null)
    .execute()
}
