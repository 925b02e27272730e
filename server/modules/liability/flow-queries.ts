import { type RawBuilder, sql } from 'kysely'

type SqlPart = RawBuilder<unknown>
/** Two times: from `start` to before `end`. */
export type TimeSpan = { start: Date; end: Date }
/** The end of a day, and the beginnings of the days from which points are younger. */
export type AgeTimes = { end: Date; from30: Date; from90: Date; from365: Date }

/** Movements between wallets and held points, which leave the sum of both unchanged. */
const purchaseTypes = sql`('purchase', 'purchase_declined', 'purchase_canceled')`

/**
 * Returns the query of what movements change for each person: points in the wallet, points held for
 * open purchases, and points received (`credit`) with their time. A deleted post takes its points
 * from those of its own time. Points of a purchase that is taken back are no credit: they were received
 * before. `within` is a condition on movements `m`.
 */
export const selectFlows = (workspaceId: string, within: SqlPart) => sql`
  select e.user_id, m.type, m.created_at, e.amount as wallet,
    case when m.type in ${purchaseTypes} then -e.amount else 0 end as held,
    case when e.amount > 0 and m.type not in ${purchaseTypes} and m.type <> 'purchase_returned'
      then e.amount else 0 end as credit,
    m.created_at as credited_at
  from movements m
  join entries e on e.workspace_id = ${workspaceId} and e.movement_id = m.id
    and e.user_id is not null
  where m.workspace_id = ${workspaceId} and m.type <> 'post_deleted' and ${within}
  union all
  select e.user_id, m.type, m.created_at, e.amount, 0, e.amount, o.created_at
  from movements m
  join entries e on e.workspace_id = ${workspaceId} and e.movement_id = m.id
    and e.user_id is not null
  join movements o on o.workspace_id = ${workspaceId} and o.source_id = m.source_id
    and o.type in ('post', 'celebration', 'award')
  where m.workspace_id = ${workspaceId} and m.type = 'post_deleted' and ${within}
  union all
  select c.user_id, m.type, m.created_at, 0, e.amount, 0, m.created_at
  from movements m
  join entries e on e.workspace_id = ${workspaceId} and e.movement_id = m.id
    and e.account = 'held'
  join contributions c on c.workspace_id = ${workspaceId} and c.id = m.source_id
  where m.workspace_id = ${workspaceId} and m.type = 'purchase_fulfilled' and ${within}`

/**
 * Returns the common table `people`: what each person has at the end of a day, by age. The newest
 * points are in the wallet, those before them are held, and older ones are spent. Points without a
 * time (there are none in a consistent ledger) count as the oldest.
 */
export const peopleTable = (workspaceId: string, { end, from30, from90, from365 }: AgeTimes) => sql`
  flows as (${selectFlows(workspaceId, sql`m.created_at < ${end}`)}),
  sums as (
    select user_id, sum(wallet) as wallet, sum(held) as held,
      coalesce(sum(credit) filter (where credited_at >= ${from30}), 0) as r30,
      coalesce(sum(credit) filter (where credited_at >= ${from90}), 0) as r90,
      coalesce(sum(credit) filter (where credited_at >= ${from365}), 0) as r365,
      sum(credit) as received
    from flows
    group by user_id),
  people as materialized (
    select s.user_id, u.country, s.wallet, s.held, s.r30, s.r90, s.r365, s.received,
      least(s.wallet, 0) as overdrawn, w.points as w, w.points + s.held as t
    from sums s
    join users u on u.workspace_id = ${workspaceId} and u.id = s.user_id
    cross join lateral (select greatest(s.wallet, 0) as points) w)`

/** The columns of `liability_days` as sums over `people`. */
export const daySums = sql`
  sum(overdrawn)::bigint as overdrawn,
  sum(least(w, r30))::bigint as wallet_30,
  sum(least(w, r90) - least(w, r30))::bigint as wallet_90,
  sum(least(w, r365) - least(w, r90))::bigint as wallet_365,
  sum(w - least(w, r365))::bigint as wallet_older,
  sum(least(t, r30) - least(w, r30))::bigint as held_30,
  sum(least(t, r90) - least(w, r90) - least(t, r30) + least(w, r30))::bigint as held_90,
  sum(least(t, r365) - least(w, r365) - least(t, r90) + least(w, r90))::bigint as held_365,
  sum(held - least(t, r365) + least(w, r365))::bigint as held_older,
  sum(r30)::bigint as received_30,
  sum(r90 - r30)::bigint as received_90,
  sum(r365 - r90)::bigint as received_365,
  sum(received - r365)::bigint as received_older`

/**
 * Returns the common table `member_sums`: points of the members of each group at the end of a day.
 * After `people`.
 */
export const memberSumsTable = (workspaceId: string, end: Date) => sql`
  member_sums as (
    select m.group_id, u.country, count(*)::integer as people,
      coalesce(sum(p.wallet), 0)::bigint as wallet, coalesce(sum(p.held), 0)::bigint as held
    from group_members m
    join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id
    join groups g on g.workspace_id = ${workspaceId} and g.id = m.group_id
    left join people p on p.user_id = m.user_id
    where m.workspace_id = ${workspaceId} and m.joined_at < ${end}
      and (m.left_at is null or m.left_at >= ${end})
      and u.first_accepted_at < ${end}
      and (g.deleted_at is null or g.deleted_at >= ${end})
    group by m.group_id, u.country)`

/** Returns a subselect of the people of the whole team at a time. */
export const countPeople = (workspaceId: string, end: Date) => sql`(
  select count(*)::integer from users u
  where u.workspace_id = ${workspaceId} and u.first_accepted_at < ${end}
    and (u.deleted_at is null or u.deleted_at >= ${end}))`

/** Returns a subselect of the points of budgets that are held for awards at a time. */
export const sumAwardsHeld = (workspaceId: string, end: Date) => sql`(
  select coalesce(sum(e.amount), 0)::bigint from movements m
  join entries e on e.workspace_id = ${workspaceId} and e.movement_id = m.id
    and e.account = 'held'
  where m.workspace_id = ${workspaceId} and m.type in ('award', 'award_held', 'award_released')
    and m.created_at < ${end})`

/** The kind of a movement, by its type. */
export const kindOfType = sql`
  case type when 'post' then 'posts' when 'celebration' then 'celebrations'
    when 'award' then 'awards' when 'bonus' then 'bonuses' when 'adjust' then 'adjustments'
    when 'purchase_fulfilled' then 'redemptions' when 'purchase_returned' then 'returns'
    when 'post_deleted' then 'corrections'
    else type end`

/**
 * Returns the query of the points of each person at a time: those of now, without what later
 * movements have changed. Contributions that are neither declined nor fulfilled are held.
 */
export const selectPointsAt = (workspaceId: string, end: Date) => sql`
  select user_id, balance as points from wallets where workspace_id = ${workspaceId}
  union all
  select user_id, amount from contributions
  where workspace_id = ${workspaceId} and status in ('pending', 'purchased')
  union all
  select user_id, -(wallet + held)
  from (${selectFlows(workspaceId, sql`m.created_at >= ${end}`)}) later`

/**
 * Returns the query of the points that the movements of a span have added or taken, by `day` (an
 * expression of `f.created_at`), kind and country.
 */
export const selectMovements = (workspaceId: string, { start, end }: TimeSpan, day: SqlPart) => sql`
  select ${day} as day, ${kindOfType} as kind, u.country,
    sum(f.wallet + f.held)::bigint as points
  from (${selectFlows(workspaceId, sql`m.created_at >= ${start} and m.created_at < ${end}`)}) f
  join users u on u.workspace_id = ${workspaceId} and u.id = f.user_id
  where f.wallet + f.held <> 0
  group by 1, 2, 3
  having sum(f.wallet + f.held) <> 0`
