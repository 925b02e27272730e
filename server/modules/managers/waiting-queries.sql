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
select
  w.user_id,
  m.id as manager_id
from
  waiting_managers w
  join users m on m.workspace_id = $1
  and (
    m.email = w.reference
    or (
      m.employee_number <> ''
      and lower(m.employee_number) = w.reference
    )
  )
where
  w.workspace_id = $2
  and m.state in ('pending', 'accepted')
order by
  w.user_id;

-- listAllManagers
select
  id,
  manager_id
from
  users
where
  workspace_id = $1
  and manager_id is not null;

-- hasWaitingManagers
select
  "user_id"
from
  "waiting_managers"
where
  "workspace_id" = $1
limit
  $2;

-- updateManagers
update users u
set
  manager_id = new.manager_id,
  field_sources = u.field_sources || '{"manager_id": "import"}'
from
  unnest($1::uuid[], $2::uuid[]) as new (user_id, manager_id)
where
  u.workspace_id = $3
  and u.id = new.user_id
  and coalesce(u.field_sources ->> 'manager_id', '') not in ('scim', 'sync');

-- deleteWaitingManagers
delete from waiting_managers
where
  workspace_id = $1
  and user_id = any ($2::uuid[]);
