import { userLimits } from '#server/modules/allowances/limits-table.ts'
import { sql } from 'kysely'
import { listAbilities, type Permissions } from '#contract/permissions.ts'
import type { Language } from '#contract/schemas/common.ts'
import { isAwayOn } from '#server/modules/leave/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { OutboxMail } from './enqueue-mails.ts'
import { newId, toIdRange } from '#server/platform/ids.ts'

/** The days of a digest ('YYYY-MM-DD', both included). */
export type DigestDays = { from: string; to: string }
export type DigestFacts = { thanks: number; post_ids: string[] }
export type DueDigest = { workspace_id: string; week: string }

/** The day of a time for person `u` of a team with settings `s`. */
const localDay = (at: Date) => sql`(${at} at time zone coalesce(u.timezone, s.timezone))::date`

/** How many posts a digest shows. */
const digestPosts = 3

/** Returns workspaces with a due digest; `week` is the Monday on which it is sent. */
export async function listDueDigests(db: Db, at: Date, limit: number): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    select workspace_id, week::text from weekly_digests_due(${at}, ${limit})`.execute(db)
  return rows
}

/** Records the week of a digest. Returns whether no other process has recorded it. */
export async function claimDigestWeek(
  trx: Trx,
  workspaceId: string,
  week: string,
): Promise<boolean> {
  const { rows } = await sql`
    update settings set digest_week = ${week}::date
    where workspace_id = ${workspaceId} and digest_week is distinct from ${week}::date
    returning 1`.execute(trx)
  return rows.length > 0
}

/**
 * Returns the number of public posts of people on some days, and the ids of the most liked ones.
 * A post by the company has no sender.
 */
export async function findDigestFacts(
  trx: Trx,
  workspaceId: string,
  days: DigestDays,
): Promise<DigestFacts> {
  const { first, end } = toIdRange(days)
  const { rows } = await sql<DigestFacts>`
    with week as (
      select id, like_count from posts
      where workspace_id = ${workspaceId} and id >= ${first} and id < ${end}
        and day between ${days.from}::date and ${days.to}::date
        and not private and deleted_at is null and not add_on and not demo
        and from_id is not null and imported_from is null)
    select count(*)::int as thanks, array(select id from week order by like_count desc, id desc limit ${digestPosts}) as post_ids
    from week`.execute(trx)
  return rows[0] ?? { thanks: 0, post_ids: [] }
}

type Recipient = { user_id: string; email: string; language: Language }

/**
 * Writes a mail to each recipient. The mails of a large team are 0.2 seconds apart, so that they do
 * not delay other mails.
 */
async function insertSpreadMails(
  trx: Trx,
  workspaceId: string,
  recipients: Recipient[],
  { kind, params, at }: { kind: OutboxMail['kind']; params: object; at: Date },
): Promise<number> {
  await insertRows(
    trx,
    'outbox',
    recipients.map((recipient, index) => ({
      workspace_id: workspaceId,
      id: newId(at),
      kind,
      to_address: recipient.email,
      language: recipient.language,
      params: JSON.stringify(params),
      user_id: recipient.user_id,
      next_at: new Date(at.getTime() + (index + 1) * 200),
      created_at: at,
    })),
  )
  return recipients.length
}

/** Writes the digest to each member who wants it. Returns the number of mails. */
export async function insertDigestMails(
  trx: Trx,
  workspaceId: string,
  digest: DigestFacts & DigestDays,
  at: Date,
): Promise<number> {
  const { rows } = await sql<Recipient>`
    select u.id as user_id, u.email, coalesce(u.language, s.language) as language
    from users u join settings s on s.workspace_id = u.workspace_id
    where u.workspace_id = ${workspaceId} and u.state = 'accepted' and u.email <> ''
      and not u.demo and u.notify_weekly_digest and s.notify_weekly_digest`.execute(trx)
  return insertSpreadMails(trx, workspaceId, rows, { kind: 'weekly_digest', params: digest, at })
}

/** Records the period of a reminder. Returns whether no other process has recorded it. */
export async function claimPointsLeftPeriod(
  trx: Trx,
  workspaceId: string,
  start: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update settings set points_left_period = ${start}::timestamptz
    where workspace_id = ${workspaceId} and notify_points_left
      and points_left_period is distinct from ${start}::timestamptz
    returning 1`.execute(trx)
  return rows.length > 0
}

/** Writes a reminder to each member who wants it, is not on leave and has points left. */
export async function insertPointsLeftMails(
  trx: Trx,
  workspaceId: string,
  period: { start: Date; end: Date },
  at: Date,
): Promise<number> {
  const { rows } = await sql<Recipient>`
    select u.id as user_id, u.email, coalesce(u.language, s.language) as language
    from users u
    join settings s on s.workspace_id = u.workspace_id
    join ${userLimits(workspaceId)} l on l.user_id = u.id
    left join allowances a on a.workspace_id = u.workspace_id and a.user_id = u.id
      and a.period_start = ${period.start}
    where u.workspace_id = ${workspaceId} and u.state = 'accepted' and u.email <> ''
      and not u.demo and u.notify_points_left and s.notify_points_left
      and l.points_limit > coalesce(a.spent, 0) and not ${isAwayOn(localDay(at))}`.execute(trx)
  const params = { start: period.start, end: period.end }
  return insertSpreadMails(trx, workspaceId, rows, { kind: 'points_left', params, at })
}

/** Returns workspaces with a due report; `month` is the first day of the month of sending. */
export async function listDueReports(
  db: Db,
  at: Date,
  limit: number,
): Promise<{ workspace_id: string; month: string }[]> {
  const { rows } = await sql<{ workspace_id: string; month: string }>`
    select workspace_id, month::text from monthly_reports_due(${at}, ${limit})`.execute(db)
  return rows
}

/** Records the month of a report. Returns whether no other process has recorded it. */
export async function claimReportMonth(
  trx: Trx,
  workspaceId: string,
  month: string,
): Promise<boolean> {
  const { rows } = await sql`
    update settings set report_month = ${month}::date
    where workspace_id = ${workspaceId} and report_month is distinct from ${month}::date
    returning 1`.execute(trx)
  return rows.length > 0
}

/** Writes the report of a month to each reader of reports who wants it. Returns their number. */
export async function insertReportMails(
  trx: Trx,
  workspaceId: string,
  month: DigestDays,
  at: Date,
): Promise<number> {
  const { rows } = await sql<Recipient & Permissions>`
    select u.id as user_id, u.email, coalesce(u.language, s.language) as language,
      p.global_administrator, p.account_administrator, p.rewards_administrator,
      p.billing_administrator
    from users u
    join settings s on s.workspace_id = u.workspace_id
    join permissions p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.state = 'accepted' and u.email <> ''
      and not u.demo and u.notify_monthly_report and s.notify_monthly_report`.execute(trx)
  const readers = rows.filter((row) => listAbilities(row).includes('see_dashboard'))
  return insertSpreadMails(trx, workspaceId, readers, { kind: 'monthly_report', params: month, at })
}
