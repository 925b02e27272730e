import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { ExportedRow, ExportPage, ExportSubject } from './queries.ts'

const giftColumns = sql`g.id, w.name as award, g.points, g.text, g.status, g.created_at, g.ended_at`

/** Returns awards that the user gave, with the receivers in `who`. */
export async function listGivenAwards(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select ${giftColumns}, g.decline_reason, array(select r.user_id from award_receivers r
      where r.workspace_id = ${workspaceId} and r.gift_id = g.id) as who
    from award_gifts g join awards w on w.workspace_id = g.workspace_id and w.id = g.award_id
    where g.workspace_id = ${workspaceId} and g.giver_id = ${userId} and g.id > ${after}
    order by g.id limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

/** Returns approved awards for the user, with the giver in `who`. */
export async function listReceivedAwards(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select ${giftColumns}, array[g.giver_id] as who
    from award_receivers r
    join award_gifts g on g.workspace_id = r.workspace_id and g.id = r.gift_id
    join awards w on w.workspace_id = g.workspace_id and w.id = g.award_id
    where r.workspace_id = ${workspaceId} and r.user_id = ${userId} and r.gift_id > ${after}
      and g.status = 'approved'
    order by r.gift_id limit ${sql.lit(limit)}`.execute(trx)
  return rows
}

/** Returns decisions about awards by the user, with the gift's id as `id`. */
export async function listAwardDecisions(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select d.gift_id as id, w.name as award,
      json_agg(json_build_object('step', d.step, 'approved', d.approved,
        'created_at', d.created_at) order by d.step) as decisions
    from award_decisions d
    join award_gifts g on g.workspace_id = d.workspace_id and g.id = d.gift_id
    join awards w on w.workspace_id = g.workspace_id and w.id = g.award_id
    where d.workspace_id = ${workspaceId} and d.user_id = ${userId} and d.gift_id > ${after}
    group by d.gift_id, w.name order by d.gift_id limit ${sql.lit(limit)}`.execute(trx)
  return rows
}
