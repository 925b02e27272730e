-- Printed by `npm run generate` for reading; do not edit.

-- listRoundRows
select
  *
from
  "nomination_rounds"
where
  "workspace_id" = $1
order by
  "id" desc
limit
  $2;

-- findRound
select
  *
from
  "nomination_rounds"
where
  "workspace_id" = $1
  and "id" = $2
for share;

-- lockFreeRound
select
  *
from
  "nomination_rounds"
where
  "workspace_id" = $1
  and "id" = $2
for no key update
  skip locked;

-- countOpenRounds
select
  count(*)::int as count,
  coalesce(
    bool_or(
      lower(name) = lower($1)
      and id is distinct from $2::uuid
    ),
    false
  ) as is_name_taken
from
  nomination_rounds
where
  workspace_id = $3
  and announced_at is null
  and canceled_at is null;

-- insertRound
insert into
  "nomination_rounds" (
    "workspace_id",
    "id",
    "name",
    "text",
    "emoji",
    "nominee_kind",
    "nominators",
    "nominees",
    "questions",
    "nominations_max",
    "starts_on",
    "ends_on",
    "decides_on",
    "opens_at",
    "closes_at",
    "decides_at",
    "decision",
    "criteria",
    "hide_departments",
    "tie_rule",
    "winners_max",
    "points",
    "budget_id",
    "value_id",
    "created_at",
    "next_at"
  )
values
  (
    $1,
    $2,
    $3,
    $4,
    $5,
    $6,
    $7,
    $8,
    $9,
    $10,
    $11,
    $12,
    $13,
    $14,
    $15,
    $16,
    $17,
    $18,
    $19,
    $20,
    $21,
    $22,
    $23,
    $24,
    $25,
    $26
  );

-- updateRoundColumns
update "nomination_rounds"
set
  "canceled_at" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- listJurors
select
  "round_id",
  "user_id"
from
  "nomination_jurors"
where
  "workspace_id" = $1
  and round_id = any ($2::uuid[])
order by
  "user_id";

-- replaceJurors
delete from nomination_jurors
where
  workspace_id = $1
  and round_id = $2
  and user_id <> all ($3::uuid[]);
insert into
  "nomination_jurors" ("workspace_id", "round_id", "user_id")
values
  ($1, $2, $3)
on conflict do nothing;

-- countNominations
select
  round_id,
  count(*)::int as n
from
  nominations
where
  workspace_id = $1
  and round_id = any ($2::uuid[])
group by
  round_id;

-- listZones
select distinct
  coalesce(u.timezone, s.timezone) as zone
from
  users u
  join settings s on s.workspace_id = $1
where
  u.workspace_id = $2
  and u.state = 'accepted'
  and (
    (
      exists (
        select
        from
          users d
        where
          d.workspace_id = $3
          and d.manager_id = u.id
          and d.state in ('pending', 'accepted')
      )
      or exists (
        select
        from
          group_owners o
          join groups g on g.workspace_id = $4
          and g.id = o.group_id
        where
          o.workspace_id = $5
          and o.user_id = u.id
          and g.deleted_at is null
      )
    )
  );

-- countAcceptedPeople
select
  count(*)::int as n
from
  users u
where
  u.workspace_id = $1
  and u.state = 'accepted'
  and (
    (
      exists (
        select
        from
          users d
        where
          d.workspace_id = $2
          and d.manager_id = u.id
          and d.state in ('pending', 'accepted')
      )
      or exists (
        select
        from
          group_owners o
          join groups g on g.workspace_id = $3
          and g.id = o.group_id
        where
          o.workspace_id = $4
          and o.user_id = u.id
          and g.deleted_at is null
      )
    )
  );

-- findValueOfRound
select
  v.id
from
  "values" v
where
  v.workspace_id = $1
  and v.retired_at is null
order by
  v.id = $2 desc,
  v.is_default desc,
  v.id
limit
  1;

-- listDueRounds
select
  workspace_id,
  round_id
from
  nomination_rounds_due ($1, $2);
