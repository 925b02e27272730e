import type { Selectable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Returns entries of the audit log with an id below `before`, newest first. */
export async function listAuditEntries(
  trx: Trx,
  workspaceId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Selectable<Tables['audit_log']>[]> {
  return trx
    .selectFrom('audit_log')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
