-- Printed by `npm run generate` for reading; do not edit.

-- upsertWaitingManagers
insert into
  "waiting_managers" ("workspace_id", "user_id", "reference")
values
  ($1, $2, $3)
on conflict ("workspace_id", "user_id") do update
set
  "reference" = "excluded"."reference";

-- listArrivedManagers
select distinct
  reference
from
  waiting_managers
where
  workspace_id = $1
  and user_id = any ($2::uuid[]);
select
  u.id,
  named.reference
from
  unnest($1::text[]) as named (reference)
  cross join lateral (
    select
      id
    from
      users
    where
      workspace_id = $2
      and email = named.reference
      and email <> ''
    offset
      0
  ) u;
select
  user_id,
  number
from
  users_of_employee_numbers ($1, $2::text[]);
with
  named as materialized (
    select
      *
    from
      unnest($1::uuid[], $2::text[]) as named (id, reference)
  )
select distinct
  w.user_id,
  m.id as manager_id,
  p.is_managed
from
  named
  cross join lateral (
    select
      id
    from
      users
    where
      workspace_id = $3
      and id = named.id
      and state in ('pending', 'accepted')
    offset
      0
  ) m
  cross join lateral (
    select
      user_id
    from
      waiting_managers
    where
      workspace_id = $4
      and reference = named.reference
      and user_id = any ($5::uuid[])
    offset
      0
  ) w
  cross join lateral (
    select
      coalesce(field_sources ->> 'manager_id', '') in ('scim', 'sync') as is_managed
    from
      users
    where
      workspace_id = $6
      and id = w.user_id
    offset
      0
  ) p
order by
  w.user_id,
  m.id;

-- listManagersAround
with recursive
  above as (
    select
      id,
      manager_id
    from
      users
    where
      workspace_id = $1
      and id = any ($2::uuid[])
    union
    select
      u.id,
      u.manager_id
    from
      above
      join users u on u.workspace_id = $3
      and u.id = above.manager_id
  ),
  below as (
    select
      id,
      manager_id
    from
      users
    where
      workspace_id = $4
      and id = any ($5::uuid[])
    union
    select
      u.id,
      u.manager_id
    from
      below
      join users u on u.workspace_id = $6
      and u.manager_id = below.id
  )
select
  id,
  manager_id
from
  above
where
  manager_id is not null
union
select
  id,
  manager_id
from
  below
where
  manager_id is not null;

-- updateManagers
update users u
set
  manager_id = new.manager_id,
  field_sources = u.field_sources || '{"manager_id": "import"}'
from
  unnest($1::uuid[], $2::uuid[]) as new (user_id, manager_id)
where
  u.workspace_id = $3
  and u.id = new.user_id;

-- deleteWaitingManagers
delete from waiting_managers
where
  workspace_id = $1
  and user_id = any ($2::uuid[]);
