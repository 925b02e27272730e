import { sql, type Selectable } from 'kysely'
import type { AuditObject } from '#contract/schemas/audit.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** `kinds` are the first parts of the actions; times are from `since` to before `until`. */
export type AuditConditions = {
  kinds?: readonly string[] | undefined
  /** Sign-ins alone, all but them, or both. */
  sign_ins: 'only' | 'none' | 'also'
  actor_id?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}
export type AuditRow = Selectable<Tables['audit_log']>

const signInActions = [sql.lit('sign_in.enter'), sql.lit('sign_in.refuse')]

/** Returns the matching entries of the audit log with an id below `before`, newest first. */
export async function listAuditEntries(
  trx: Trx,
  workspaceId: string,
  conditions: AuditConditions,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<AuditRow[]> {
  const { kinds, sign_ins: signIns, actor_id: actorId, since, until } = conditions
  return (
    trx
      .selectFrom('audit_log')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .$if(before !== undefined, (all) => all.where('id', '<', before ?? ''))
      .$if(kinds !== undefined, (all) =>
        all.where(sql<boolean>`split_part(action, '.', 1) = any (${kinds ?? []}::text[])`),
      )
      // The conditions of the two indexes.
      .$if(signIns === 'only', (all) => all.where('action', 'in', signInActions))
      .$if(signIns === 'none', (all) => all.where('action', 'not in', signInActions))
      .$if(actorId !== undefined, (all) => all.where('actor_id', '=', actorId ?? ''))
      .$if(since !== undefined, (all) => all.where('created_at', '>=', since ?? new Date(0)))
      .$if(until !== undefined, (all) => all.where('created_at', '<', until ?? new Date(0)))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  )
}

type ObjectRow = AuditObject & { buyer_id: string | null }

/** Returns the subjects with these ids that still exist; `buyer_id` is the buyer of a purchase. */
export async function listAuditObjects(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<ObjectRow[]> {
  const { rows } = await sql<ObjectRow>`
    with wanted (id) as (select unnest(${ids}::uuid[]))
    select 'purchase' as kind, p.id, p.title, p.created_by as buyer_id
    from purchases p join wanted using (id) where p.workspace_id = ${workspaceId}
    union all
    select 'reward', r.id, r.title, null
    from rewards r join wanted using (id)
    where r.workspace_id = ${workspaceId} and r.deleted_at is null
    union all
    select 'value', v.id, v.name, null
    from "values" v join wanted using (id)
    where v.workspace_id = ${workspaceId} and v.retired_at is null
    union all
    select 'post', p.id, '', null
    from posts p join wanted using (id)
    where p.workspace_id = ${workspaceId} and p.deleted_at is null
    union all
    select 'import', i.id, '', null
    from imports i join wanted using (id) where i.workspace_id = ${workspaceId}`.execute(trx)
  return rows
}
