-- Printed by `npm run generate` for reading; do not edit.

-- listManagedUsers
select
  id
from
  users
where
  workspace_id = $1
  and id = any ($2::uuid[])
  and field_sources ->> $3 in ('scim', 'sync');

-- findNames
select
  "first_name",
  "last_name",
  "job_title",
  "field_sources"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- listOrganizationRows
select
  u.id as user_id,
  u.country,
  u.timezone,
  u.employee_number,
  u.cost_center,
  u.away_from,
  u.away_to,
  u.field_sources,
  m.id as manager_id,
  m.first_name as manager_first_name,
  m.last_name as manager_last_name,
  m.email as manager_email,
  f.storage_key as manager_avatar_key
from
  users u
  left join users m on m.workspace_id = u.workspace_id
  and m.id = u.manager_id
  left join files f on f.workspace_id = m.workspace_id
  and f.id = m.avatar_file_id
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[]);

-- listPlaceableUsers
select
  id
from
  users
where
  workspace_id = $1
  and id = any ($2::uuid[])
  and state in ('pending', 'accepted');

-- updateFieldSources
update users
set
  field_sources = (field_sources - $1::text[]) || $2::jsonb
where
  workspace_id = $3
  and id = $4;
