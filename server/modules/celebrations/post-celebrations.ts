import { dayMs, hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { narrowerCircle } from '#server/modules/important-dates/narrower-circle.ts'
import { deliverCard } from '#server/modules/group-cards/open-cards.ts'
import {
  type CompanyPost,
  createCompanyPost,
  publishCompanyPost,
} from '#server/modules/posts/company-posts.ts'
import { findBillingState } from '#server/modules/workspaces/queries.ts'
import { isBillingActive } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { startOfDay, toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { listCalendarDays } from './calendar-days.ts'
import { describeCelebration, occasionOf, pointsOf } from './describe-celebration.ts'
import { findSource, findValueId } from './points-source.ts'
import {
  type CelebratedPerson,
  type CelebrationKey,
  deleteCelebration,
  findCelebratedPerson,
  listCloseColleagues,
  listRules,
  lockPlannedCelebration,
  type RuleRow,
  updateCelebration,
} from './queries.ts'

const lateMs = limits.celebration_late_days * dayMs

type Locked = NonNullable<Awaited<ReturnType<typeof lockPlannedCelebration>>>

/** Returns the readers of a post that not everyone sees: the manager, or the whole team. */
async function listReaders(
  trx: Trx,
  workspaceId: string,
  circle: 'team' | 'private',
  person: CelebratedPerson,
): Promise<string[]> {
  if (circle === 'team')
    return listCloseColleagues(trx, workspaceId, person, limits.celebration_readers_max)
  return person.manager_id === null ? [] : [person.manager_id]
}

/** What happens to a due celebration: a post, nothing any more, or another try later. */
type Outcome = { post: CompanyPost } | 'skip' | 'forget' | { retryAt: Date }

/** Decides by the present state of person, rule, budget and billing, and writes the post. */
async function celebrate(
  trx: Trx,
  rule: RuleRow | undefined,
  { workspace_id: workspaceId, user_id: userId, day, year, due_at: dueAt }: Locked,
  { isActive, at }: { isActive: boolean; at: Date },
): Promise<Outcome> {
  if (!rule?.enabled) return 'forget'
  const days = listCalendarDays(day, day)
  const person = await findCelebratedPerson(trx, workspaceId, rule, { userId, days, day })
  if (!person?.is_in_audience) return 'forget'
  const isLast = at.getTime() > startOfDay(day, person.timezone).getTime() + lateMs
  const later = { retryAt: new Date(at.getTime() + hourMs) }
  // New colleagues are celebrated once they have joined.
  if (rule.kind === 'welcome' && person.state === 'pending') return isLast ? 'skip' : later
  if (person.state !== 'accepted' || person.shown === 'nothing' || person.is_away) return 'forget'
  if (!isActive) return isLast ? 'skip' : later
  const valueId = await findValueId(trx, workspaceId, rule)
  if (valueId === undefined) return 'skip'
  const years = rule.kind === 'anniversary' ? year - person.hired_year : null
  if (years !== null && years < 1) return 'forget'
  const wanted = pointsOf(rule, years)
  const source = await findSource(trx, workspaceId, rule, wanted, at)
  if (source === undefined && !isLast) return later
  // Too late, after a long outage. One that its budget cannot pay still appears without points.
  if (source !== undefined && at.getTime() > dueAt.getTime() + lateMs) return 'skip'
  const circle = narrowerCircle(rule.visibility, person.shown)
  const post = await createCompanyPost(trx, {
    workspaceId,
    occasion: occasionOf(rule.kind, years),
    recipientIds: [userId],
    valueId,
    points: source === undefined ? 0 : wanted,
    description: describeCelebration(rule.kind, rule.texts, person, { year, years }),
    isPrivate: circle !== 'everyone',
    readerIds: circle === 'everyone' ? [] : await listReaders(trx, workspaceId, circle, person),
    at,
    day: toLocalDay(at, person.team_timezone),
    budgetId: source === 'budget' ? rule.budget_id : null,
    source: source ?? 'issued',
  })
  return { post }
}

/**
 * Posts a planned celebration that is due. The lock on its row and its state make sure that it is
 * posted once, whatever restarts. Returns the post; undefined if there is none.
 */
async function postCelebration(
  { db, config }: Services,
  key: CelebrationKey,
  at: Date,
): Promise<CompanyPost | undefined> {
  const { workspace_id: workspaceId } = key
  return db.tenant(workspaceId, async (trx) => {
    const planned = await lockPlannedCelebration(trx, key)
    if (!planned || planned.due_at > at) return undefined
    const isActive = isBillingActive(await findBillingState(trx, workspaceId), config.billing, at)
    const rules = await listRules(trx, workspaceId)
    const rule = rules.find(({ kind }) => kind === key.kind)
    const outcome = await celebrate(trx, rule, planned, { isActive, at })
    if (outcome === 'forget') {
      await deleteCelebration(trx, key)
      return undefined
    }
    if (outcome !== 'skip' && 'retryAt' in outcome) {
      await updateCelebration(trx, key, { due_at: outcome.retryAt })
      return undefined
    }
    const post = outcome === 'skip' ? undefined : outcome.post
    await updateCelebration(
      trx,
      key,
      post ? { state: 'posted', post_id: post.id } : { state: 'skipped' },
    )
    // Without a post, the person still gets what colleagues wrote.
    await deliverCard(trx, workspaceId, { ...key, userId: key.user_id, at })
    return post
  })
}

/** Posts a celebration and publishes the post. */
export async function postAndPublish(
  services: Services,
  key: CelebrationKey,
  at: Date,
): Promise<void> {
  const post = await postCelebration(services, key, at)
  if (post) publishCompanyPost(services, post)
}
