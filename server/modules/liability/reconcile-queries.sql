-- Printed by `npm run generate` for reading; do not edit.

-- listSnapshots
select
  "day",
  "ends_at",
  "timezone"
from
  "liability_snapshots"
where
  "workspace_id" = $1
order by
  "day" desc
limit
  $2;

-- findLedgerDifferences
with
  bounds as materialized (
    select
      array_agg(
        ends_at
        order by
          day
      ) as ends,
      min(starts_at) as first_start,
      max(ends_at) as last_end
    from
      liability_snapshots
    where
      workspace_id = $1
  ),
  days as (
    select
      day,
      row_number() over (
        order by
          day
      ) - 1 as n,
      awards_held
    from
      liability_snapshots
    where
      workspace_id = $2
  ),
  flows as materialized (
    select
      f.type,
      f.created_at,
      width_bucket(f.created_at, b.ends) as n,
      f.wallet,
      f.held,
      f.credit
    from
      bounds b,
      lateral (
        select
          e.user_id,
          m.type,
          m.created_at,
          e.amount as wallet,
          case
            when m.type in ('purchase', 'purchase_declined', 'purchase_canceled') then - e.amount
            else 0
          end as held,
          case
            when e.amount > 0
            and m.type not in ('purchase', 'purchase_declined', 'purchase_canceled')
            and m.type <> 'purchase_returned' then e.amount
            else 0
          end as credit,
          m.created_at as credited_at
        from
          movements m
          join entries e on e.workspace_id = $3
          and e.movement_id = m.id
          and e.user_id is not null
        where
          m.workspace_id = $4
          and m.type <> 'post_deleted'
          and m.created_at < b.last_end
        union all
        select
          e.user_id,
          m.type,
          m.created_at,
          e.amount,
          0,
          e.amount,
          o.created_at
        from
          movements m
          join entries e on e.workspace_id = $5
          and e.movement_id = m.id
          and e.user_id is not null
          join movements o on o.workspace_id = $6
          and o.source_id = m.source_id
          and o.type in ('post', 'celebration', 'award')
        where
          m.workspace_id = $7
          and m.type = 'post_deleted'
          and m.created_at < b.last_end
        union all
        select
          c.user_id,
          m.type,
          m.created_at,
          0,
          e.amount,
          0,
          m.created_at
        from
          movements m
          join entries e on e.workspace_id = $8
          and e.movement_id = m.id
          and e.account = 'held'
          join contributions c on c.workspace_id = $9
          and c.id = m.source_id
        where
          m.workspace_id = $10
          and m.type = 'purchase_fulfilled'
          and m.created_at < b.last_end
      ) f
  ),
  awards as (
    select
      width_bucket(m.created_at, b.ends) as n,
      sum(e.amount) as points
    from
      bounds b
      join movements m on m.workspace_id = $11
      and m.created_at < b.last_end
      and m.type in ('award', 'award_held', 'award_released')
      join entries e on e.workspace_id = $12
      and e.movement_id = m.id
      and e.account = 'held'
    group by
      1
  ),
  sums as (
    select
      n,
      sum(wallet) as wallet,
      sum(held) as held,
      sum(credit) as credit
    from
      flows
    group by
      n
  ),
  expected as (
    select
      d.day,
      unnest(array['wallets', 'held', 'received', 'awards_held']) as figure,
      unnest(
        array[
          sum(s.wallet) over so_far,
          sum(s.held) over so_far,
          sum(s.credit) over so_far,
          sum(a.points) over so_far
        ]
      ) as points
    from
      days d
      left join sums s on s.n = d.n
      left join awards a on a.n = d.n
    window
      so_far as (
        order by
          d.n
      )
    union all
    select
      d.day,
      f.kind,
      f.points
    from
      (
        select
          n,
          case type
            when 'post' then 'posts'
            when 'celebration' then 'celebrations'
            when 'award' then 'awards'
            when 'bonus' then 'bonuses'
            when 'adjust' then 'adjustments'
            when 'purchase_fulfilled' then 'redemptions'
            when 'purchase_returned' then 'returns'
            when 'post_deleted' then 'corrections'
            else type
          end as kind,
          sum(wallet + held) as points
        from
          flows
        where
          wallet + held <> 0
          and created_at >= (
            select
              first_start
            from
              bounds
          )
        group by
          1,
          2
      ) f
      join days d on d.n = f.n
  ),
  actual as (
    select
      l.day,
      unnest(array['wallets', 'held', 'received']) as figure,
      unnest(
        array[
          sum(overdrawn + wallet_30 + wallet_90 + wallet_365 + wallet_older),
          sum(held_30 + held_90 + held_365 + held_older),
          sum(received_30 + received_90 + received_365 + received_older)
        ]
      ) as points
    from
      liability_days l
    where
      l.workspace_id = $13
    group by
      l.day
    union all
    select
      day,
      'awards_held',
      awards_held
    from
      days
    union all
    select
      day,
      kind,
      sum(points)
    from
      liability_movements
    where
      workspace_id = $14
    group by
      day,
      kind
  )
select
  coalesce(a.day, e.day) as day,
  coalesce(a.figure, e.figure) as figure,
  coalesce(a.points, 0) as actual,
  coalesce(e.points, 0) as expected
from
  expected e
  full join actual a on a.day = e.day
  and a.figure = e.figure
where
  coalesce(a.points, 0) <> coalesce(e.points, 0)
order by
  1,
  2
limit
  1000;
