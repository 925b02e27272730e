-- Printed by `npm run generate` for reading; do not edit.

-- listOwnNominations
select
  n.id,
  n.round_id,
  e.user_id,
  e.group_id,
  n.text,
  n.answers,
  n.sharing,
  n.may_quote,
  n.created_at,
  n.updated_at
from
  nominations n
  join nominees e on e.workspace_id = n.workspace_id
  and e.id = n.nominee_id
where
  n.workspace_id = $1
  and n.nominator_id = $2
  and n.round_id = $3
order by
  n.created_at desc,
  n.id
limit
  $4;

-- findOwnNomination
select
  n.id,
  n.round_id,
  e.user_id,
  e.group_id,
  n.text,
  n.answers,
  n.sharing,
  n.may_quote,
  n.created_at,
  n.updated_at
from
  nominations n
  join nominees e on e.workspace_id = n.workspace_id
  and e.id = n.nominee_id
where
  n.workspace_id = $1
  and n.id = $2
  and n.nominator_id = $3;

-- countOwnNominations
select
  count(*)::int as count,
  coalesce(
    bool_or(
      e.user_id = $1::uuid
      or e.group_id = $2::uuid
    ),
    false
  ) as is_repeated
from
  nominations n
  join nominees e on e.workspace_id = n.workspace_id
  and e.id = n.nominee_id
where
  n.workspace_id = $3
  and n.nominator_id = $4
  and n.round_id = $5;

-- insertNomination
insert into
  "nominations" (
    "workspace_id",
    "id",
    "round_id",
    "nominee_id",
    "nominator_id",
    "text",
    "answers",
    "sharing",
    "may_quote",
    "created_at",
    "updated_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict ("workspace_id", "nominee_id", "nominator_id") do nothing;

-- updateNominationColumns
update "nominations"
set
  "may_quote" = $1,
  "updated_at" = $2
where
  "workspace_id" = $3
  and "id" = $4;

-- deleteNomination
delete from "nominations"
where
  "workspace_id" = $1
  and "id" = $2;
