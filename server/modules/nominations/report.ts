import type { NominationReport } from '#contract/schemas/nominations.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { mergeSmallDepartments } from './merge-departments.ts'
import { countAcceptedPeople, findRound } from './queries.ts'
import { countNominators, listDepartmentFigures } from './report-queries.ts'

/** Returns the nominations and wins of a round by department. Throws not_found. */
export async function loadReport(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  id: string,
  at: Date,
): Promise<NominationReport> {
  const round = await findRound(trx, workspaceId, id)
  if (!round) return throwRefusal('not_found')
  const today = toLocalDay(at, timezone)
  return {
    nominators: await countNominators(trx, workspaceId, id),
    invited: await countAcceptedPeople(trx, workspaceId, round.nominators, today),
    departments: mergeSmallDepartments(await listDepartmentFigures(trx, workspaceId, id)),
  }
}
