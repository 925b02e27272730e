-- Printed by `npm run generate` for reading; do not edit.

-- insertSnapshot
select
  (
    select
      count(*)::integer
    from
      users u
    where
      u.workspace_id = $1
      and u.first_accepted_at < $2
      and (
        u.deleted_at is null
        or u.deleted_at >= $3
      )
  ) as people,
  (
    select
      coalesce(sum(e.amount), 0)::bigint
    from
      movements m
      join entries e on e.workspace_id = $4
      and e.movement_id = m.id
      and e.account = 'held'
    where
      m.workspace_id = $5
      and m.type in ('award', 'award_held', 'award_released')
      and m.created_at < $6
  ) as awards_held;
insert into
  liability_snapshots (workspace_id, day, starts_at, ends_at, timezone, people, awards_held)
values
  ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing
returning
  day;

-- insertFigures
with
  flows as (
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
      join entries e on e.workspace_id = $1
      and e.movement_id = m.id
      and e.user_id is not null
    where
      m.workspace_id = $2
      and m.type <> 'post_deleted'
      and m.created_at < $3
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
      join entries e on e.workspace_id = $4
      and e.movement_id = m.id
      and e.user_id is not null
      join movements o on o.workspace_id = $5
      and o.source_id = m.source_id
      and o.type in ('post', 'celebration', 'award')
    where
      m.workspace_id = $6
      and m.type = 'post_deleted'
      and m.created_at < $7
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
      and m.created_at < $11
  ),
  sums as (
    select
      user_id,
      sum(wallet) as wallet,
      sum(held) as held,
      coalesce(
        sum(credit) filter (
          where
            credited_at >= $12
        ),
        0
      ) as r30,
      coalesce(
        sum(credit) filter (
          where
            credited_at >= $13
        ),
        0
      ) as r90,
      coalesce(
        sum(credit) filter (
          where
            credited_at >= $14
        ),
        0
      ) as r365,
      sum(credit) as received
    from
      flows
    group by
      user_id
  ),
  people as materialized (
    select
      s.user_id,
      u.country,
      s.wallet,
      s.held,
      s.r30,
      s.r90,
      s.r365,
      s.received,
      least(s.wallet, 0) as overdrawn,
      w.points as w,
      w.points + s.held as t
    from
      sums s
      join users u on u.workspace_id = $15
      and u.id = s.user_id
      cross join lateral (
        select
          greatest(s.wallet, 0) as points
      ) w
  ),
  member_sums as (
    select
      m.group_id,
      u.country,
      count(*)::integer as people,
      coalesce(sum(p.wallet), 0)::bigint as wallet,
      coalesce(sum(p.held), 0)::bigint as held
    from
      group_members m
      join users u on u.workspace_id = $16
      and u.id = m.user_id
      join groups g on g.workspace_id = $17
      and g.id = m.group_id
      left join people p on p.user_id = m.user_id
    where
      m.workspace_id = $18
      and m.joined_at < $19
      and (
        m.left_at is null
        or m.left_at >= $20
      )
      and u.first_accepted_at < $21
      and (
        g.deleted_at is null
        or g.deleted_at >= $22
      )
    group by
      m.group_id,
      u.country
  )
select
  (
    select
      coalesce(json_agg(d), '[]')
    from
      (
        select
          country,
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
          sum(received - r365)::bigint as received_older
        from
          people
        group by
          country
      ) d
  ) as days,
  (
    select
      coalesce(json_agg(g), '[]')
    from
      (
        select
          group_id,
          country,
          people,
          wallet,
          held
        from
          member_sums
      ) g
  ) as groups;

-- insertMovements
select
  $1::date as day,
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
  u.country,
  sum(f.wallet + f.held)::bigint as points
from
  (
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
      join entries e on e.workspace_id = $2
      and e.movement_id = m.id
      and e.user_id is not null
    where
      m.workspace_id = $3
      and m.type <> 'post_deleted'
      and m.created_at >= $4
      and m.created_at < $5
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
      join entries e on e.workspace_id = $6
      and e.movement_id = m.id
      and e.user_id is not null
      join movements o on o.workspace_id = $7
      and o.source_id = m.source_id
      and o.type in ('post', 'celebration', 'award')
    where
      m.workspace_id = $8
      and m.type = 'post_deleted'
      and m.created_at >= $9
      and m.created_at < $10
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
      join entries e on e.workspace_id = $11
      and e.movement_id = m.id
      and e.account = 'held'
      join contributions c on c.workspace_id = $12
      and c.id = m.source_id
    where
      m.workspace_id = $13
      and m.type = 'purchase_fulfilled'
      and m.created_at >= $14
      and m.created_at < $15
  ) f
  join users u on u.workspace_id = $16
  and u.id = f.user_id
where
  f.wallet + f.held <> 0
group by
  1,
  2,
  3
having
  sum(f.wallet + f.held) <> 0;

-- deleteSnapshots
delete from "liability_snapshots"
where
  "workspace_id" = $1;
