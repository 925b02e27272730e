import { expirePoints } from '#server/ledger/expire.ts'
import { addExpiryToInbox } from '#server/modules/inbox-items/point-expiry-queries.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { lastOfMonth, startOfDay, toLocalDay } from '#server/platform/periods.ts'
import { type ExpiryStep, findYoungDay } from './month-ends.ts'
import {
  claimStep,
  findLastWarning,
  findPolicy,
  isStepDone,
  listOldPoints,
  type OldPoints,
} from './queries.ts'

/** People of one transaction. */
const batchSize = 200
/** Milliseconds between mails, so that those of a large team do not delay other mails. */
const mailGapMs = 200
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * `firstDay`: nothing expires before it, so all old points expire together on it.
 */
type Step = {
  monthEnd: string
  step: ExpiryStep
  months: number
  firstDay: string
  timezone: string
}
/** Times before which points were received that expire now, and a month earlier. */
type Pages = { youngFrom: Date; earlierFrom: Date | null }
type OldPointsQuery = Parameters<typeof listOldPoints>[2]
type Run = { at: Date; stopped: () => boolean }

/** Returns whether the points of a team still expire as they did when a step began. */
async function isCurrent(
  trx: Trx,
  workspaceId: string,
  { months, firstDay }: Pick<Step, 'months' | 'firstDay'>,
): Promise<boolean> {
  const policy = await findPolicy(trx, workspaceId)
  return policy?.months === months && policy.first_day === firstDay
}

/** Takes the old points of people. Throws if they have spent points in the meantime. */
async function expireBatch(
  trx: Trx,
  workspaceId: string,
  page: Pick<OldPointsQuery, 'youngFrom' | 'warnedAt' | 'after'>,
  at: Date,
): Promise<OldPoints[]> {
  const query = { ...page, earlierFrom: null, limit: batchSize }
  const found = await listOldPoints(trx, workspaceId, query)
  for (const { user_id: userId, points } of found)
    if (points > 0)
      await expirePoints(trx, { workspaceId, sourceId: newId(at), userId, points, at })
  const rest = await listOldPoints(trx, workspaceId, query)
  const expired = new Set(found.filter((one) => one.points > 0).map((one) => one.user_id))
  // The wallets of the expired points are locked now. Points that were spent before the lock were
  // old ones, so fewer would have been left to expire.
  if (rest.some((one) => one.points < 0 && expired.has(one.user_id)))
    throw new Error('points were spent while they expired')
  return found
}

/** Warns people by mail and inbox of the points that expire at the end of a month. */
async function warnBatch(
  trx: Trx,
  workspaceId: string,
  page: Pages & { after: string; sent: number },
  { monthEnd, timezone, at }: Step & { at: Date },
): Promise<{ found: OldPoints[]; changed: string[] }> {
  const { sent } = page
  const found = await listOldPoints(trx, workspaceId, {
    ...page,
    warnedAt: null,
    limit: batchSize,
  })
  // Others are warned of at the end of the month before.
  const warned = found.flatMap(({ points, earlier, ...person }) =>
    points > earlier ? { ...person, points: points - earlier } : [],
  )
  await enqueueMails(
    trx,
    workspaceId,
    warned.map(({ user_id: userId, email, language, points }, index) => ({
      kind: 'points_expiring',
      params: { points, month_end: monthEnd },
      to: email,
      language,
      user_id: userId,
      sends_at: new Date(at.getTime() + (sent + index) * mailGapMs),
    })),
    at,
  )
  const changed: string[] = []
  const endsAt = startOfDay(monthEnd, timezone, 1)
  for (const { user_id: userId, points } of warned)
    changed.push(...(await addExpiryToInbox(trx, workspaceId, { userId, points, endsAt, at })))
  return { found, changed }
}

/** Runs `work` on one page of people after another. It returns the people of the page after an id. */
async function forEachPage(work: (after: string) => Promise<OldPoints[]>): Promise<void> {
  let after: string | undefined = firstId
  while (after) {
    const page: OldPoints[] = await work(after)
    after = page.length === batchSize ? page.at(-1)?.user_id : undefined
  }
}

/**
 * Sends the warnings of the end of a month in one transaction, so that they are sent once. Returns
 * the ids of the users whose inbox changed.
 */
const warnOnce = (
  db: Database,
  workspaceId: string,
  step: Step & Pages & { at: Date },
): Promise<string[]> =>
  db.tenant(workspaceId, async (trx) => {
    const { monthEnd, step: days, at, youngFrom, earlierFrom } = step
    const row = { workspace_id: workspaceId, month_end: monthEnd, days, done_at: at }
    const changed: string[] = []
    if (!(await isCurrent(trx, workspaceId, step)) || !(await claimStep(trx, row))) return changed
    let sent = 0
    await forEachPage(async (after) => {
      const batch = await warnBatch(trx, workspaceId, { youngFrom, earlierFrom, after, sent }, step)
      changed.push(...batch.changed)
      sent += batch.found.length
      return batch.found
    })
    return changed
  })

/**
 * Takes one step for the end of a month: a warning, or the expiry. The expiry commits each page of
 * people, and is recorded after the last one: an interrupted one continues with what is left. A step
 * ends when an administrator changes the expiry.
 * Returns the ids of the users whose inbox changed.
 */
export async function takeStep(
  db: Database,
  workspaceId: string,
  step: Step,
  { at, stopped }: Run,
): Promise<string[]> {
  const { monthEnd, step: days, months, firstDay, timezone } = step
  const youngDay = findYoungDay(monthEnd, months)
  const youngFrom = startOfDay(youngDay, timezone)
  const monthBefore = Temporal.PlainDate.from(youngDay).subtract({ months: 1 }).toString()
  // Points that came back after the end of the month before expire at this end.
  const isFirstEnd = monthEnd === firstDay || lastOfMonth(toLocalDay(at, timezone)) === monthEnd
  const earlierFrom = isFirstEnd ? null : startOfDay(monthBefore, timezone)
  const key = { workspaceId, monthEnd, days }
  const { isDone, warnedAt } = await db.readSnapshot(workspaceId, async (trx) => ({
    isDone: await isStepDone(trx, key),
    warnedAt: await findLastWarning(trx, workspaceId, monthEnd),
  }))
  if (isDone) return []
  if (days > 0) return warnOnce(db, workspaceId, { ...step, youngFrom, earlierFrom, at })
  await forEachPage(async (after) =>
    stopped()
      ? []
      : db.tenant(workspaceId, async (trx) =>
          (await isCurrent(trx, workspaceId, step))
            ? expireBatch(trx, workspaceId, { youngFrom, warnedAt, after }, at)
            : [],
        ),
  )
  const row = { workspace_id: workspaceId, month_end: monthEnd, days, done_at: at }
  if (!stopped())
    await db.tenant(workspaceId, async (trx) => {
      if (await isCurrent(trx, workspaceId, step)) await claimStep(trx, row)
    })
  return []
}
