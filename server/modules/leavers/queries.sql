-- Printed by `npm run generate` for reading; do not edit.

-- findPolicy
select
  "leaver_grace_days",
  "leaver_outcome",
  "language",
  "timezone"
from
  "settings"
where
  "workspace_id" = $1;

-- updatePolicy
update "settings"
set
  "leaver_grace_days" = $1,
  "leaver_outcome" = $2
where
  "workspace_id" = $3;

-- insertGrace
insert into
  "leaver_graces" (
    "workspace_id",
    "id",
    "user_id",
    "started_at",
    "ends_at",
    "outcome",
    "token_hash"
  )
values
  ($1, $2, $3, $4, $5, $6, $7);

-- updateGrace
update "leaver_graces"
set
  "held_at" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- deleteOpenGrace
delete from "leaver_graces"
where
  "workspace_id" = $1
  and "user_id" = $2
  and "ended_at" is null;

-- findLatestGrace
select
  *
from
  "leaver_graces"
where
  "workspace_id" = $1
  and "user_id" = $2
order by
  "id" desc
limit
  $3;

-- findGraceByToken
select
  "leaver_graces".*
from
  "leaver_graces"
  inner join "workspaces" on "workspaces"."id" = "leaver_graces"."workspace_id"
  inner join "users" on "users"."workspace_id" = "leaver_graces"."workspace_id"
  and "users"."id" = "leaver_graces"."user_id"
where
  "leaver_graces"."workspace_id" = $1
  and "leaver_graces"."token_hash" = $2
  and "leaver_graces"."ended_at" is null
  and "leaver_graces"."held_at" is null
  and "users"."state" = $3
  and "workspaces"."deleted_at" is null;

-- lockLeaver
select
  "id"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2
  and "state" = $3
for no key update;

-- listLeavers
select
  g.id as grace_id,
  g.started_at,
  g.ends_at,
  g.held_at,
  g.ended_at,
  g.outcome,
  g.result,
  coalesce(g.points, greatest(b.balance, 0))::float8 as points,
  case
    when g.ended_at is null then w.currency
    else g.currency
  end as currency,
  case
    when g.ended_at is null then floor(greatest(b.balance, 0) * w.hundred_points_minor / 100.0)
    else g.money_minor
  end::float8 as money_minor,
  u.id,
  u.first_name,
  u.last_name,
  u.email,
  u.job_title,
  u.state,
  u.demo,
  f.storage_key as avatar_key
from
  leaver_graces g
  join users u on u.workspace_id = g.workspace_id
  and u.id = g.user_id
  join wallets b on b.workspace_id = g.workspace_id
  and b.user_id = g.user_id
  left join lateral (
    select
      w.currency,
      w.hundred_points_minor
    from
      point_worths w
    where
      w.workspace_id = $1
      and w.valid_from <= $2::date
      and (
        w.country is null
        or w.country = u.country
      )
    order by
      w.country nulls last,
      w.valid_from desc
    limit
      1
  ) w on true
  left join files f on f.workspace_id = u.workspace_id
  and f.id = u.avatar_file_id
where
  g.workspace_id = $3
  and (
    $4::uuid is null
    or g.id = $5
  )
  and (
    $6::uuid is null
    or g.id < $7
  )
  and (
    g.ended_at is not null
    or u.state = 'deactivated'
  )
order by
  g.id desc
limit
  $8;

-- findGrace
select
  *
from
  "leaver_graces"
where
  "workspace_id" = $1
  and "id" = $2;
