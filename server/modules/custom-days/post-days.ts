import { dayMs, hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { SkipReason } from '#contract/schemas/custom-days.ts'
import { findSource, findValueId } from '#server/modules/celebrations/points-source.ts'
import { nameOfPerson } from '#server/modules/people/present.ts'
import {
  type CompanyPost,
  createCompanyPost,
  publishCompanyPost,
} from '#server/modules/posts/company-posts.ts'
import { findBillingState, findSettings } from '#server/modules/workspaces/queries.ts'
import { isBillingActive } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { describeDay } from './describe-day.ts'
import {
  type CelebratedPerson,
  type DayKey,
  type DueDay,
  insertDayPost,
  listCelebrated,
  lockDueDay,
  updateDayColumns,
} from './queries.ts'
import { findNext, startOfPosts, yearOf } from './schedule.ts'

const lateMs = limits.celebration_late_days * dayMs

type Settings = Awaited<ReturnType<typeof findSettings>>
type Moment = { settings: Settings; at: Date }

/** What happens to a due day: posts, none this year, or another try later. */
type Outcome =
  | { posts: CompanyPost[]; people: number; points: number }
  | { skipped: SkipReason; people: number }
  | { retryAt: Date; awaitsBudget: boolean }

/** Returns people in as few groups of about the same size as posts may have recipients. */
function divideIntoPosts(people: CelebratedPerson[]): CelebratedPerson[][] {
  const posts = Math.ceil(people.length / limits.recipients_max)
  const size = Math.ceil(people.length / posts)
  return Array.from({ length: posts }, (_, index) => people.slice(index * size, (index + 1) * size))
}

/** Writes the posts of a day, each with the same points for each person. */
async function writePosts(
  trx: Trx,
  workspaceId: string,
  day: DueDay & { valueId: string; source: 'issued' | 'budget' },
  people: CelebratedPerson[],
  { settings: { language, timezone }, at }: Moment,
): Promise<CompanyPost[]> {
  const posts: CompanyPost[] = []
  for (const recipients of divideIntoPosts(people))
    posts.push(
      await createCompanyPost(trx, {
        workspaceId,
        occasion: { kind: 'custom', name: day.name },
        recipientIds: recipients.map(({ id }) => id),
        valueId: day.valueId,
        points: day.points,
        description: describeDay(day.text, {
          language,
          team: day.team,
          names: recipients.map(nameOfPerson),
        }),
        isPrivate: false,
        readerIds: [],
        at,
        day: toLocalDay(at, timezone),
        budgetId: day.source === 'budget' ? day.budget_id : null,
        source: day.source,
      }),
    )
  return posts
}

/** Decides by the present audience, budget and value, and writes the posts. */
async function celebrate(
  trx: Trx,
  workspaceId: string,
  day: DueDay,
  { isLast, ...moment }: Moment & { isLast: boolean },
): Promise<Outcome> {
  if (isLast && !day.awaits_budget) return { skipped: 'too_late', people: 0 }
  const max = limits.custom_day_people_max
  const people = await listCelebrated(trx, workspaceId, day.audience, {
    day: day.next_on,
    limit: max + 1,
  })
  if (!people.length) return { skipped: 'no_people', people: 0 }
  if (people.length > max) return { skipped: 'too_many_people', people: people.length }
  const valueId = await findValueId(trx, workspaceId, day)
  if (valueId === undefined) return { skipped: 'no_value', people: people.length }
  const wanted = day.points * people.length
  const source = await findSource(trx, workspaceId, day, wanted, moment.at)
  if (source === undefined && !isLast)
    return { retryAt: new Date(moment.at.getTime() + hourMs), awaitsBudget: true }
  const points = source === undefined ? 0 : day.points
  const paid = { ...day, points, valueId, source: source ?? 'issued' } as const
  const posts = await writePosts(trx, workspaceId, paid, people, moment)
  return { posts, people: people.length, points: points * people.length }
}

/** Stores what happened on a day, and plans the next one. */
async function recordOutcome(
  trx: Trx,
  workspaceId: string,
  day: DueDay,
  outcome: Outcome,
  { settings: { timezone }, at }: Moment,
): Promise<void> {
  if ('retryAt' in outcome) {
    const { retryAt, awaitsBudget } = outcome
    await updateDayColumns(trx, workspaceId, day.id, {
      next_at: retryAt,
      awaits_budget: awaitsBudget,
    })
    return
  }
  const year = yearOf(day.next_on)
  await insertDayPost(trx, {
    workspace_id: workspaceId,
    day_id: day.id,
    year,
    state: 'posts' in outcome ? 'posted' : 'skipped',
    reason: 'skipped' in outcome ? outcome.skipped : null,
    people: outcome.people,
    points: 'posts' in outcome ? outcome.points : 0,
    posted_at: at,
  })
  const next = findNext(day, timezone, { at, lastYear: year })
  await updateDayColumns(trx, workspaceId, day.id, {
    ...(next ?? { next_on: null, next_at: null }),
    awaits_budget: false,
  })
}

/**
 * Posts a day that is due. The lock on its row, the next day that it plans and the row of its year
 * make sure that it is posted once, whatever restarts. Returns the posts.
 */
async function postDay({ db, config }: Services, key: DayKey, at: Date): Promise<CompanyPost[]> {
  const { workspace_id: workspaceId } = key
  return db.tenant(workspaceId, async (trx) => {
    const day = await lockDueDay(trx, key, at)
    if (!day) return []
    const settings = await findSettings(trx, workspaceId)
    const startsAt = startOfPosts(day.next_on, day.hour, settings.timezone)
    const isLast = at.getTime() > startsAt.getTime() + lateMs
    const isActive = isBillingActive(await findBillingState(trx, workspaceId), config.billing, at)
    const { awaits_budget: awaitsBudget } = day
    const outcome: Outcome =
      isActive || isLast
        ? await celebrate(trx, workspaceId, isActive ? day : { ...day, awaits_budget: false }, {
            settings,
            at,
            isLast,
          })
        : { retryAt: new Date(at.getTime() + hourMs), awaitsBudget }
    await recordOutcome(trx, workspaceId, day, outcome, { settings, at })
    return 'posts' in outcome ? outcome.posts : []
  })
}

/** Posts a day and publishes its posts. */
export async function postAndPublishDay(services: Services, key: DayKey, at: Date): Promise<void> {
  for (const post of await postDay(services, key, at)) publishCompanyPost(services, post)
}
