-- Printed by `npm run generate` for reading; do not edit.

-- listBonusRows
select
  x.id,
  x.name,
  x.text,
  x.audience,
  x.starts_on,
  x.ends_on,
  x.method,
  x.points,
  x.person_max,
  x.budget_id,
  b.name as budget_name,
  b.balance::float8 as budget_left,
  x.status,
  x.people,
  x.points_paid::float8 as points_paid,
  x.created_at,
  x.paid_at,
  x.paid_by
from
  bonuses x
  left join budgets b on b.workspace_id = x.workspace_id
  and b.id = x.budget_id
where
  x.workspace_id = $1
order by
  x.status = 'paid',
  x.id desc
limit
  $2;

-- findBonus
select
  x.id,
  x.name,
  x.text,
  x.audience,
  x.starts_on,
  x.ends_on,
  x.method,
  x.points,
  x.person_max,
  x.budget_id,
  b.name as budget_name,
  b.balance::float8 as budget_left,
  x.status,
  x.people,
  x.points_paid::float8 as points_paid,
  x.created_at,
  x.paid_at,
  x.paid_by
from
  bonuses x
  left join budgets b on b.workspace_id = x.workspace_id
  and b.id = x.budget_id
where
  x.workspace_id = $1
  and x.id = $2
for no key update of
  x;

-- countUnpaidBonuses
select
  count(*)::int as count
from
  bonuses
where
  workspace_id = $1
  and status = 'draft';

-- insertBonus
insert into
  "bonuses" (
    "id",
    "name",
    "text",
    "starts_on",
    "ends_on",
    "method",
    "points",
    "created_at",
    "workspace_id",
    "audience"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- updateBonusColumns
update "bonuses"
set
  "name" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- deleteBonusRow
delete from "bonuses"
where
  "workspace_id" = $1
  and "id" = $2;

-- listCandidates
select
  u.id,
  coalesce(r.points, 0) as received
from
  users u
  left join (
    select
      x.user_id,
      sum(x.points::float8) as points
    from
      (
        select
          s.user_id,
          (s.received_points + s.private_received_points)
        from
          user_snapshots s
        where
          s.workspace_id = $1
          and s.day = $2::date
        union all
        select
          s.user_id,
          - (s.received_points + s.private_received_points)
        from
          user_snapshots s
        where
          s.workspace_id = $3
          and s.day = $4::date
        union all
        select
          d.user_id,
          d.received_points
        from
          daily_recognition d
        where
          d.workspace_id = $5
          and d.day between $6::date and $7::date
          and d.received_points > 0
        union all
        select
          r,
          - p.score
        from
          posts p
          cross join unnest(p.to_ids) r
        where
          p.workspace_id = $8
          and p.from_id is null
          and p.score > 0
          and p.day between $9::date and $10::date
          and (
            p.deleted_at is null
            or p.points_kept
          )
      ) x (user_id, points)
    group by
      x.user_id
  ) r on r.user_id = u.id
where
  u.workspace_id = $11
  and u.state = 'accepted'
  and (
    (
      exists (
        select
        from
          users d
        where
          d.workspace_id = $12
          and d.manager_id = u.id
          and d.state in ('pending', 'accepted')
      )
      or exists (
        select
        from
          group_owners o
          join groups g on g.workspace_id = $13
          and g.id = o.group_id
        where
          o.workspace_id = $14
          and o.user_id = u.id
          and g.deleted_at is null
      )
    )
  )
  and coalesce(r.points, 0) > 0
order by
  u.id
limit
  $15;

-- listPayments
select
  user_id,
  received::float8 as received,
  points::float8 as points
from
  bonus_payments
where
  workspace_id = $1
  and bonus_id = $2
  and points <= $3
  and (
    points < $4
    or user_id > $5::uuid
  )
order by
  points desc,
  user_id
limit
  $6;
