import { limits } from '#contract/limits.ts'
import { hasConditions } from '#contract/schemas/audiences.ts'
import type { CustomDay } from '#contract/schemas/custom-days.ts'
import type { Person } from '#contract/schemas/users.ts'
import { presentAudiences } from '#server/modules/audiences/load-audience.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { countCelebrated, listDayRows } from './queries.ts'

/** A form with somebody who has left could not be saved. */
const isPlaceable = ({ state }: Person) => state === 'pending' || state === 'accepted'

/** Returns the days of a team's own, or one of them, with a constant number of queries. */
export async function loadDays(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Pick<Actor, 'workspace_id' | 'timezone'>,
  at: Date,
  id?: string,
): Promise<CustomDay[]> {
  const rows = await listDayRows(trx, workspaceId, id)
  const stored = rows.map((row) => row.audience)
  const [audiences, people] = await Promise.all([
    presentAudiences(trx, workspaceId, stored),
    countCelebrated(trx, workspaceId, stored, {
      day: toLocalDay(at, timezone),
      max: limits.custom_day_people_max + 1,
    }),
  ])
  return rows.flatMap(
    ({ budget_id: budgetId, budget_name: name, next_at: _at, last, ...row }, index) => {
      const audience = audiences[index]
      if (!audience) return []
      return [
        {
          ...row,
          everyone: !hasConditions(row.audience),
          audience: { ...audience, people: audience.people.filter(isPlaceable) },
          budget: budgetId === null ? null : { id: budgetId, name: name ?? '' },
          people: people[index] ?? 0,
          last: last && { ...last, posted_at: new Date(last.posted_at).toISOString() },
        },
      ]
    },
  )
}

export async function loadDay(trx: Trx, actor: Actor, id: string, at: Date): Promise<CustomDay> {
  const [day] = await loadDays(trx, actor, at, id)
  return day ?? throwRefusal('not_found')
}
