import { limits } from '#contract/limits.ts'
import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import type { CelebrationPreviewItem } from '#contract/schemas/celebrations.ts'
import { narrowerCircle } from '#server/modules/important-dates/narrower-circle.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { addDays, toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { listCalendarDays } from './calendar-days.ts'
import { comingDays } from './coming.ts'
import { describeCelebration, pointsOf } from './describe-celebration.ts'
import { countCelebrations, listRules, listUpcomingCelebrations, type RuleRow } from './queries.ts'

const listEnabledRules = async (trx: Trx, workspaceId: string): Promise<RuleRow[]> =>
  (await listRules(trx, workspaceId)).filter(({ enabled }) => enabled)

/** Returns the first and last day of a year, by default this one. Throws out_of_range. */
export function yearDays(
  { timezone }: Actor,
  given: number | undefined,
  at: Date,
): { from: string; to: string } {
  const now = Number(toLocalDay(at, timezone).slice(0, 4))
  const year = given ?? now
  const [start, finish] = [now - 10, now + 10]
  if (year < start || year > finish)
    throwRefusal('out_of_range', { field: 'year', params: { start, finish } })
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

/** A page of coming celebrations, and where the next one starts. */
type Page = { items: CelebrationPreviewItem[]; next: [string, string, string] | undefined }

/**
 * Returns a page of the celebrations of some days, as they would be posted now. `openOnly`: without
 * those that were posted or left out.
 */
export async function listPreview(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  { from, to, openOnly }: { from: string; to: string; openOnly: boolean },
  { after, limit, at }: { after: Page['next']; limit: number; at: Date },
): Promise<Page> {
  const rules = await listEnabledRules(trx, workspaceId)
  if (!rules.length) return { items: [], next: undefined }
  const rows = await listUpcomingCelebrations(trx, workspaceId, rules, {
    days: listCalendarDays(from, to),
    today: toLocalDay(at, timezone),
    openOnly,
    after: after && { day: after[0], kind: after[1], userId: after[2] },
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const people = await loadPeople(
    trx,
    workspaceId,
    page.map(({ id }) => id),
  )
  const items = page.flatMap((row): CelebrationPreviewItem[] => {
    const rule = rules.find(({ kind }) => kind === row.kind)
    if (!rule || row.shown === 'nothing') return []
    const { kind, years } = row
    const year = Number(row.day.slice(0, 4))
    return [
      {
        kind,
        user: requirePerson(people, row.id),
        date: row.day,
        posts_on: row.posts_on,
        years,
        points: pointsOf(rule, years),
        visibility: narrowerCircle(rule.visibility, row.shown),
        text: describeCelebration(kind, rule.texts, row, { year, years }),
        skipped: row.is_away ? 'away' : null,
      },
    ]
  })
  const last = page.at(-1)
  const hasNext = rows.length > limit && last
  return { items, next: hasNext ? [last.day, last.kind, last.id] : undefined }
}

/** Returns the celebrations of some days, at most a year. Throws out_of_range. */
export async function loadPreview(
  trx: Trx,
  actor: Actor,
  { limit, cursor, ...query }: QueryOf<'celebrations.preview'>,
  at: Date,
): Promise<OutputOf<'celebrations.preview'>> {
  const from = query.from ?? toLocalDay(at, actor.timezone)
  const to = query.to ?? addDays(from, comingDays)
  const finish = addDays(from, limits.celebration_preview_days_max - 1)
  if (to < from || to > finish)
    throwRefusal('out_of_range', { field: 'to', params: { start: from, finish } })
  const after = decodeCursor(cursor, 3)?.map(String) as [string, string, string] | undefined
  // From today on, what was posted today is not coming any longer.
  const days = { from, to, openOnly: query.from === undefined }
  const { items, next } = await listPreview(trx, actor, days, { after, limit, at })
  return { items, next_cursor: next ? encodeCursor(next) : null }
}

/** Returns the celebrations and points of each month of a year, by kind. Throws out_of_range. */
export async function loadYear(
  trx: Trx,
  actor: Actor,
  year: number | undefined,
  at: Date,
): Promise<OutputOf<'celebrations.year'>> {
  const { workspace_id: workspaceId, timezone } = actor
  const { from, to } = yearDays(actor, year, at)
  const rules = await listEnabledRules(trx, workspaceId)
  if (!rules.length) return []
  const today = toLocalDay(at, timezone)
  const days = listCalendarDays(from, to)
  const months = new Map<string, OutputOf<'celebrations.year'>[number]>()
  for (const { month, kind, years, people } of await countCelebrations(trx, workspaceId, rules, {
    days,
    today,
    openOnly: false,
  })) {
    const rule = rules.find((one) => one.kind === kind)
    const key = `${month} ${kind}`
    const sum = months.get(key) ?? { month, kind, people: 0, points: 0 }
    sum.people += people
    sum.points += people * (rule ? pointsOf(rule, years) : 0)
    months.set(key, sum)
  }
  return [...months.values()]
}
