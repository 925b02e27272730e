-- Printed by `npm run generate` for reading; do not edit.

-- listKnownReferences
select
  email as reference
from
  users
where
  workspace_id = $1
  and email = any ($2::text[])
  and state in ('pending', 'accepted')
union
select
  lower(employee_number)
from
  users
where
  workspace_id = $3
  and employee_number <> ''
  and lower(employee_number) = any ($4::text[])
  and state in ('pending', 'accepted');

-- listGroupsByName
select
  wanted.name as wanted,
  lower(wanted.name) as folded,
  g.id,
  g.kind,
  g.name,
  g.parent_id,
  g.managed_by,
  g.created_at
from
  unnest($1::text[]) with ordinality as wanted (name, place)
  left join groups g on g.workspace_id = $2
  and g.kind = $3
  and g.deleted_at is null
  and lower(g.name) = lower(wanted.name)
order by
  wanted.place;

-- updatePlaces
update users u
set
  "country" = case
    when coalesce(u.field_sources ->> 'country', '') in ('scim', 'sync') then u."country"
    else coalesce(file."country", u."country")
  end,
  "timezone" = case
    when coalesce(u.field_sources ->> 'timezone', '') in ('scim', 'sync') then u."timezone"
    else coalesce(file."timezone", u."timezone")
  end,
  "employee_number" = case
    when coalesce(u.field_sources ->> 'employee_number', '') in ('scim', 'sync') then u."employee_number"
    else coalesce(file."employee_number", u."employee_number")
  end,
  "cost_center" = case
    when coalesce(u.field_sources ->> 'cost_center', '') in ('scim', 'sync') then u."cost_center"
    else coalesce(file."cost_center", u."cost_center")
  end,
  "away_from" = case
    when coalesce(u.field_sources ->> 'away', '') in ('scim', 'sync')
    or file.away_from is null then u."away_from"
    else file."away_from"
  end,
  "away_to" = case
    when coalesce(u.field_sources ->> 'away', '') in ('scim', 'sync')
    or file.away_from is null then u."away_to"
    else file."away_to"
  end
from
  unnest(
    $1::uuid[],
    $2::text[],
    $3::text[],
    $4::text[],
    $5::text[],
    $6::date[],
    $7::date[]
  ) as file (id, country, timezone, employee_number, cost_center, away_from, away_to)
where
  u.workspace_id = $8
  and u.id = file.id
  and u.id = any ($9::uuid[]);

-- updateImportedUsers
update users u
set
  first_name = case
    when u.field_sources ->> 'first_name' in ('scim', 'sync') then u."first_name"
    else coalesce(file."first_name", u."first_name")
  end,
  last_name = case
    when u.field_sources ->> 'last_name' in ('scim', 'sync') then u."last_name"
    else coalesce(file."last_name", u."last_name")
  end,
  job_title = case
    when u.field_sources ->> 'job_title' in ('scim', 'sync') then u."job_title"
    else coalesce(file."job_title", u."job_title")
  end,
  birth_date = coalesce(file.birth_date, u.birth_date),
  hire_date = coalesce(file.hire_date, u.hire_date)
from
  unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::date[], $6::date[]) as file (id, first_name, last_name, job_title, birth_date, hire_date)
where
  u.workspace_id = $7
  and u.id = file.id
  and u.id = any ($8::uuid[]);
