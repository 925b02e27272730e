-- Printed by `npm run generate` for reading; do not edit.

-- findPolicy
select
  *
from
  "point_expiry"
where
  "workspace_id" = $1;

-- upsertPolicy
insert into
  "point_expiry" ("workspace_id", "months", "first_day", "updated_at", "updated_by")
values
  ($1, $2, $3, $4, $5)
on conflict ("workspace_id") do update
set
  "months" = $6,
  "first_day" = $7,
  "updated_at" = $8,
  "updated_by" = $9;

-- deletePolicy
delete from "point_expiry"
where
  "workspace_id" = $1;
delete from "point_expiry_steps"
where
  "workspace_id" = $1;

-- claimStep
insert into
  "point_expiry_steps" ("workspace_id", "month_end", "days", "done_at")
values
  ($1, $2, $3, $4)
on conflict do nothing
returning
  "days";

-- isStepDone
select
  "days"
from
  "point_expiry_steps"
where
  "workspace_id" = $1
  and "month_end" = $2
  and "days" <= $3
limit
  $4;

-- findLastWarning
select
  "done_at"
from
  "point_expiry_steps"
where
  "workspace_id" = $1
  and "month_end" = $2
  and "days" > $3
order by
  "days"
limit
  $4;

-- listOldPoints
with
  people as (
    select
      w.user_id,
      w.balance
    from
      wallets w
      join users u on u.workspace_id = $1
      and u.id = w.user_id
      and u.state = 'accepted'
      and not u.demo
      and (u.accepted_at >= $2) is not true
    where
      w.workspace_id = $3
      and w.user_id > $4
    order by
      w.user_id
    limit
      $5
  ),
  young as (
    select
      f.user_id,
      sum(f.credit) as later,
      coalesce(
        sum(f.credit) filter (
          where
            f.credited_at >= $6
        ),
        0
      ) as points
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
          join entries e on e.workspace_id = $7
          and e.movement_id = m.id
          and e.user_id is not null
        where
          m.workspace_id = $8
          and m.type <> 'post_deleted'
          and m.created_at >= $9
          and e.user_id in (
            select
              user_id
            from
              people
          )
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
          join entries e on e.workspace_id = $10
          and e.movement_id = m.id
          and e.user_id is not null
          join movements o on o.workspace_id = $11
          and o.source_id = m.source_id
          and o.type in ('post', 'celebration', 'award')
        where
          m.workspace_id = $12
          and m.type = 'post_deleted'
          and m.created_at >= $13
          and e.user_id in (
            select
              user_id
            from
              people
          )
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
          join entries e on e.workspace_id = $14
          and e.movement_id = m.id
          and e.account = 'held'
          join contributions c on c.workspace_id = $15
          and c.id = m.source_id
        where
          m.workspace_id = $16
          and m.type = 'purchase_fulfilled'
          and m.created_at >= $17
          and e.user_id in (
            select
              user_id
            from
              people
          )
      ) f
    where
      f.credited_at >= $18
    group by
      f.user_id
  ),
  returned as (
    select
      e.user_id,
      sum(e.amount) as points
    from
      movements m
      join entries e on e.workspace_id = $19
      and e.movement_id = m.id
      and e.user_id in (
        select
          user_id
        from
          people
      )
    where
      m.workspace_id = $20
      and m.id >= $21
      and m.created_at >= $22
      and m.type in ('purchase_declined', 'purchase_canceled', 'purchase_returned')
      and not exists (
        select
        from
          movements p
        where
          p.workspace_id = $23
          and p.source_id = m.source_id
          and p.type = 'purchase'
          and p.created_at >= $24
      )
    group by
      e.user_id
  )
select
  p.user_id,
  u.email,
  coalesce(u.language, s.language) as language,
  (p.balance - greatest(coalesce(y.points, 0), 0) - coalesce(r.points, 0))::int as points,
  case
    when $25 then greatest(p.balance - greatest(coalesce(y.later, 0), 0), 0)::int
    else 0
  end as earlier
from
  people p
  join users u on u.workspace_id = $26
  and u.id = p.user_id
  join settings s on s.workspace_id = $27
  left join young y on y.user_id = p.user_id
  left join returned r on r.user_id = p.user_id
order by
  p.user_id;
