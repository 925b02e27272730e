-- Printed by `npm run generate` for reading; do not edit.

-- listExportRows
select
  n.id,
  e.user_id,
  e.group_id,
  n.nominator_id,
  n.text,
  n.answers,
  n.sharing,
  n.may_quote,
  n.created_at,
  e.excluded_at is not null as excluded,
  e.score,
  e.spread,
  e.votes,
  e.place,
  e.won
from
  nominations n
  join nominees e on e.workspace_id = $1
  and e.id = n.nominee_id
where
  n.workspace_id = $2
  and n.round_id = $3
  and n.id < $4::uuid
order by
  n.id desc
limit
  $5;

-- listValueNames
select
  "id",
  "name"
from
  "values"
where
  "workspace_id" = $1;
