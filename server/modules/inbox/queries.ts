import { dayMs } from '#contract/durations.ts'
import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { InboxKind, InboxSummary } from '#contract/schemas/inbox.ts'
import { userLimits } from '#server/modules/allowances/limits-table.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { awaitsReader } from '#server/modules/award-gifts/reader-queries.ts'
import { cardTables, isOpenTo, yearsOfCard } from '#server/modules/group-cards/card-queries.ts'
import { selectPeopleJson, type SqlPart, visibleTo } from '#server/modules/posts/queries.ts'
import type { Viewer } from '#server/modules/posts/viewer.ts'
import type { InboxPage } from './present.ts'

/**
 * Reader of an inbox at a time. `hiddenKinds` require a permission that the reader lacks or a
 * disabled feature.
 */
export type InboxReader = Viewer & { hiddenKinds: InboxKind[]; at: Date }

/** Purchases `b` that await an administrator, without those that were ordered. */
const awaitsDecision = sql`b.stage = 'to_do'`

/** Condition for items `i`, joined with their posts `p`, that the reader may see. */
const isVisible = (reader: InboxReader): SqlPart => sql`
  i.updated_at > ${new Date(reader.at.getTime() - limits.inbox_days * dayMs)}
  and i.kind <> all (${reader.hiddenKinds}::text[])
  and (i.post_id is null or (p.deleted_at is null and ${visibleTo(reader)}))
  and case i.kind
    when 'purchase_requested' then exists (
      select 1 from purchases b where b.workspace_id = ${reader.workspaceId} and ${awaitsDecision})
    when 'allowance_ending' then i.period_end > ${reader.at} and (${pointsLeft(reader)}) > 0
    when 'budget_ending' then i.period_end > ${reader.at} and ${ownsBudget(reader)}
      and exists (select 1 from budgets b where b.workspace_id = ${reader.workspaceId}
        and b.id = i.budget_id and b.closed_at is null and b.balance > 0)
    when 'budget_ended' then ${ownsBudget(reader)}
    when 'budget_adopted' then ${ownsBudget(reader)}
    when 'approval_requested' then ${awaitsDecisionOf(reader)}
    when 'approval_reminder' then ${awaitsDecisionOf(reader)}
    when 'award_waiting' then exists (
      select 1 from award_gifts g where g.workspace_id = ${reader.workspaceId} and g.id = i.gift_id
        and g.status = 'pending')
    when 'card_to_sign' then exists (
      select 1 from group_cards k where k.workspace_id = ${reader.workspaceId} and k.id = i.card_id
        and ${isOpenTo(reader.workspaceId, reader.userId)})
    when 'signature_reported' then exists (
      select 1 from group_card_signatures g where g.workspace_id = ${reader.workspaceId}
        and g.card_id = i.card_id and g.reported_at is not null)
    when 'jury_asked' then exists (
      select 1 from nomination_rounds n
      join nomination_jurors j on j.workspace_id = n.workspace_id and j.round_id = n.id
      where n.workspace_id = ${reader.workspaceId} and n.id = i.round_id
        and j.user_id = ${reader.userId} and n.decides_at > ${reader.at} and n.decided_at is null
        and n.canceled_at is null)
    when 'points_expiring' then i.period_end > ${reader.at} and exists (
      select 1 from wallets w where w.workspace_id = ${reader.workspaceId}
        and w.user_id = ${reader.userId} and w.balance > 0)
    when 'yearly_budget' then exists (
      select 1 from yearly_budgets y where y.workspace_id = ${reader.workspaceId})
    else true end`

/** Condition for items `i` about a budget that the reader owns. */
const ownsBudget = ({ workspaceId, userId }: InboxReader) => sql`exists (
  select 1 from budget_owners o where o.workspace_id = ${workspaceId}
    and o.budget_id = i.budget_id and o.user_id = ${userId})`

/** Condition for items `i` about a gift that awaits a decision of the reader. */
const awaitsDecisionOf = ({ workspaceId, userId, at }: InboxReader) => sql`exists (
  select from award_gifts g where g.workspace_id = ${workspaceId} and g.id = i.gift_id
    and ${awaitsReader({ workspace_id: workspaceId, user_id: userId }, at)})`

/** The points that the owner of item `i` may still give in its period; null without a limit. */
const pointsLeft = ({ workspaceId }: InboxReader) => sql`
  select greatest(l.points_limit - coalesce(a.spent, 0), 0)::int
  from ${userLimits(workspaceId)} l
  left join allowances a on a.workspace_id = ${workspaceId} and a.user_id = l.user_id
    and a.period_start = i.period_start
  where l.user_id = i.user_id`

const chars = sql.lit(limits.inbox_text_chars_max)

/** The run that item `i` is about. It was the newest when it stopped, as only one run works. */
const syncRun = ({ workspaceId }: InboxReader): SqlPart => sql`
  case when i.kind = 'people_sync_stopped' then (
    select json_build_object('id', r.id) from people_sync_runs r
    where r.workspace_id = ${workspaceId} and r.created_at <= i.created_at
    order by r.id desc limit 1)
  end`

/** The parts of item `i` that the reader sees, as JSON. */
const itemParts = (reader: InboxReader): SqlPart => sql`
  i.id, i.kind, case when i.kind <> 'points_expiring' then i.points end as points, trim_array(i.actor_ids,
    greatest(cardinality(i.actor_ids) - ${sql.lit(limits.inbox_actors_shown)}, 0)) as actor_ids,
  i.actor_count, i.percent, i.updated_at, i.read_at,
  (
    select json_build_object('id', coalesce(p.parent_id, p.id),
      'text', left(p.description, ${chars}), 'private', p.private,
      'own', p.from_id is not distinct from ${reader.userId}, 'occasion', p.occasion,
      'value', json_build_object('name', v.name, 'emoji', v.emoji, 'color', v.color))
    from "values" v where v.workspace_id = ${reader.workspaceId} and v.id = p.value_id
  ) as post,
  (
    select json_build_object('id', c.id, 'text', left(c.text, ${chars}))
    from comments c where c.workspace_id = ${reader.workspaceId} and c.id = i.comment_id
  ) as comment,
  (
    select json_build_object('id', b.id, 'title', b.title, 'emoji', b.emoji,
      'status', case when i.created_at < b.returned_at then 'fulfilled' else b.status end,
      'returned', b.returned_at is not null and i.created_at >= b.returned_at)
    from purchases b where b.workspace_id = ${reader.workspaceId} and b.id = i.purchase_id
  ) as purchase,
  case when i.kind = 'purchase_requested' then (
    select count(*) from (
      select 1 from purchases b where b.workspace_id = ${reader.workspaceId} and ${awaitsDecision}
      limit ${sql.lit(limits.inbox_requests_counted)}) open)
  end as open_purchases,
  (
    select json_build_object('id', m.id, 'state', m.state, 'invited_count', m.invited_count,
      'updated_count', m.updated_count, 'refused_count', m.refused_count,
      'deactivated_count', m.deactivated_count)
    from imports m where m.workspace_id = ${reader.workspaceId} and m.id = i.import_id
  ) as import,
  ${syncRun(reader)} as sync_run,
  (
    select json_build_object('id', b.id, 'name', b.name, 'ends_at', to_char(
        coalesce(i.period_end, b.period_end) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'points', case when i.kind = 'budget_ended' then i.points else b.balance end)
    from budgets b where b.workspace_id = ${reader.workspaceId} and b.id = i.budget_id
  ) as budget,
  (
    select json_build_object('id', g.id, 'name', w.name, 'emoji', w.emoji,
      'text', left(g.text, ${chars}), 'status', g.status)
    from award_gifts g
    join awards w on w.workspace_id = ${reader.workspaceId} and w.id = g.award_id
    where g.workspace_id = ${reader.workspaceId} and g.id = i.gift_id
  ) as award,
  (
    select json_build_object('name', x.name, 'text', left(x.text, ${chars}))
    from bonuses x where x.workspace_id = ${reader.workspaceId} and x.id = i.bonus_id
  ) as bonus,
  (
    select json_build_object('id', k.id, 'date', c.day,
      'occasion', json_strip_nulls(json_build_object('kind', k.kind, 'years',
        ${yearsOfCard(reader.workspaceId)})))
    from ${cardTables(reader.workspaceId)}
    where k.workspace_id = ${reader.workspaceId} and k.id = i.card_id
  ) as card,
  (
    select json_build_object('id', n.id, 'name', n.name, 'emoji', n.emoji)
    from nomination_rounds n where n.workspace_id = ${reader.workspaceId} and n.id = i.round_id
  ) as round,
  case i.kind when 'allowance_ending' then (${pointsLeft(reader)})
    when 'points_expiring' then i.points end as points_left, i.period_end`

const joinPosts = ({ workspaceId }: InboxReader) => sql`
  left join posts p on p.workspace_id = ${workspaceId} and p.id = i.post_id`

/**
 * Returns the query of a page of the reader's inbox, newest first, with the people behind its
 * items. The page has `limit` + 1 items to detect a next page.
 */
export function buildInboxQuery(
  reader: InboxReader,
  page: { unread: boolean; after: [at: string, id: string] | undefined; limit: number },
): RawBuilder<InboxPage> {
  const { workspaceId, userId } = reader
  const before = page.after
    ? sql`and (i.updated_at, i.id) < (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)`
    : sql``
  return sql<InboxPage>`
    with newest as materialized (
      select * from inbox_items i
      where i.workspace_id = ${workspaceId} and i.user_id = ${userId}
      order by i.updated_at desc, i.id desc
      limit ${sql.lit(limits.inbox_items_max)}),
    page as materialized (
      select ${itemParts(reader)}
      from newest i ${joinPosts(reader)}
      where ${isVisible(reader)} ${page.unread ? sql`and i.read_at is null` : sql``} ${before}
      order by i.updated_at desc, i.id desc
      limit ${page.limit + 1})
    select (select json_agg(page order by updated_at desc, id desc) from page) as items,
      ${selectPeopleJson(workspaceId, sql`select unnest(actor_ids) from page`)} as people`
}

/**
 * Returns the query of the numbers of unread items, and of those with points, up to
 * `limits.inbox_unread_counted` in all.
 */
export function buildUnreadQuery(reader: InboxReader): RawBuilder<InboxSummary> {
  return sql<InboxSummary>`
    select count(*)::int as unread,
      (count(*) filter (where kind in ('thanks', 'points_added')))::int as thanks
    from (
      select i.kind from inbox_items i ${joinPosts(reader)}
      where i.workspace_id = ${reader.workspaceId} and i.user_id = ${reader.userId}
        and i.read_at is null and ${isVisible(reader)}
      order by i.updated_at desc
      limit ${sql.lit(limits.inbox_unread_counted)}) unread_items`
}

/**
 * Marks items of the user as read, or an item and all older ones: those with no event after
 * `seenAt`. Returns how many were unread.
 */
export async function markItemsRead(
  trx: Trx,
  { workspaceId, userId, at }: InboxReader,
  {
    ids,
    until,
    seen_at: seenAt = 'infinity',
  }: { ids?: string[] | undefined; until?: string | undefined; seen_at?: string | undefined },
): Promise<number> {
  const which = ids
    ? sql`id = any (${ids}::uuid[])`
    : sql`(updated_at, id) <= (
        select least(u.updated_at, ${seenAt}::timestamptz), u.id from inbox_items u
        where u.workspace_id = ${workspaceId} and u.user_id = ${userId} and u.id = ${until})`
  const { numAffectedRows } = await sql`
    update inbox_items set read_at = ${at}
    where workspace_id = ${workspaceId} and user_id = ${userId} and read_at is null and ${which}
  `.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Returns the kinds that a user has muted. */
export async function findMutedKinds(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<string[]> {
  const { inbox_muted: muted } = await trx
    .selectFrom('users')
    .select('inbox_muted')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return muted
}
