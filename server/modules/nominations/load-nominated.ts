import type { BallotNominee } from '#contract/schemas/nominations.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { listNominatedGroups } from './nominee-queries.ts'

type Nominated = BallotNominee['nominee']
type NominatedRow = { user_id: string | null; group_id: string | null }

/** Returns a function from rows to their nominees, with one query for people and one for groups. */
export async function loadNominated(
  trx: Trx,
  workspaceId: string,
  rows: readonly NominatedRow[],
): Promise<(row: NominatedRow) => Nominated> {
  const [people, groups] = await Promise.all([
    loadPeople(
      trx,
      workspaceId,
      rows.flatMap((row) => row.user_id ?? []),
    ),
    listNominatedGroups(trx, workspaceId, [...new Set(rows.flatMap((row) => row.group_id ?? []))]),
  ])
  const byId = new Map(groups.map((group) => [group.id, group]))
  return (row) => ({
    user: (row.user_id === null ? null : people.get(row.user_id)) ?? null,
    group: (row.group_id === null ? null : byId.get(row.group_id)) ?? null,
  })
}
