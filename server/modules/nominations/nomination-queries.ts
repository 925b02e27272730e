import { type Insertable, sql, type Updateable } from 'kysely'
import type { OwnNomination } from '#contract/schemas/nominations.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { NomineeKey } from './nominee-queries.ts'

export type NominationRow = {
  id: string
  round_id: string
  user_id: string | null
  group_id: string | null
  text: string
  answers: (string | null)[]
  sharing: OwnNomination['sharing']
  may_quote: boolean
  created_at: Date
  updated_at: Date
}

const columns = sql`n.id, n.round_id, e.user_id, e.group_id, n.text, n.answers, n.sharing,
  n.may_quote, n.created_at, n.updated_at`
const tables = sql`nominations n
  join nominees e on e.workspace_id = n.workspace_id and e.id = n.nominee_id`

/** Returns the nominations of a person in a round, the newest first. */
export async function listOwnNominations(
  trx: Trx,
  workspaceId: string,
  { roundId, userId, limit }: { roundId: string; userId: string; limit: number },
): Promise<NominationRow[]> {
  const { rows } = await sql<NominationRow>`
    select ${columns} from ${tables}
    where n.workspace_id = ${workspaceId} and n.nominator_id = ${userId} and n.round_id = ${roundId}
    order by n.created_at desc, n.id limit ${limit}`.execute(trx)
  return rows
}

/** Returns a nomination of a person. */
export async function findOwnNomination(
  trx: Trx,
  workspaceId: string,
  id: string,
  userId: string,
): Promise<NominationRow | undefined> {
  const { rows } = await sql<NominationRow>`
    select ${columns} from ${tables}
    where n.workspace_id = ${workspaceId} and n.id = ${id} and n.nominator_id = ${userId}`.execute(
    trx,
  )
  return rows[0]
}

/** Returns the number of nominations of a person in a round, and whether one is for the nominee. */
export async function countOwnNominations(
  trx: Trx,
  workspaceId: string,
  { roundId, userId, nominee }: { roundId: string; userId: string; nominee: NomineeKey },
): Promise<{ count: number; is_repeated: boolean }> {
  const { rows } = await sql<{ count: number; is_repeated: boolean }>`
    select count(*)::int as count, coalesce(bool_or(e.user_id = ${nominee.user_id}::uuid
      or e.group_id = ${nominee.group_id}::uuid), false) as is_repeated
    from ${tables}
    where n.workspace_id = ${workspaceId} and n.nominator_id = ${userId}
      and n.round_id = ${roundId}`.execute(trx)
  return rows[0] ?? { count: 0, is_repeated: false }
}

/** Inserts a nomination. Returns false if the person has already nominated the nominee. */
export async function insertNomination(
  trx: Trx,
  nomination: Insertable<Tables['nominations']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('nominations')
    .values(nomination)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'nominee_id', 'nominator_id']).doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateNominationColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  changes: Updateable<Tables['nominations']>,
): Promise<void> {
  await trx
    .updateTable('nominations')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function deleteNomination(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('nominations')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}
