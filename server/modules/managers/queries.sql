-- Printed by `npm run generate` for reading; do not edit.

-- listManagerIds
with recursive
  chain as (
    select
      manager_id as id,
      1 as level
    from
      users
    where
      workspace_id = $1
      and id = $2
      and manager_id is not null
    union all
    select
      u.manager_id,
      chain.level + 1
    from
      chain
      join users u on u.workspace_id = $3
      and u.id = chain.id
    where
      u.manager_id is not null
      and chain.level < $4
  )
select
  id
from
  chain
order by
  level;

-- countLevelsBelow
with recursive
  below as (
    select
      id,
      1 as level
    from
      users
    where
      workspace_id = $1
      and manager_id = $2
    union all
    select
      u.id,
      below.level + 1
    from
      below
      join users u on u.workspace_id = $3
      and u.manager_id = below.id
    where
      below.level < $4
  )
select
  coalesce(max(level), 0) as levels
from
  below;

-- moveReports
update "users"
set
  "manager_id" = $1
where
  "workspace_id" = $2
  and "manager_id" = $3
returning
  "id";
