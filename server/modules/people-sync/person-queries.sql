-- Printed by `npm run generate` for reading; do not edit.

-- listSyncPeople
select
  user_id,
  number
from
  users_of_employee_numbers ($1, $2::text[]);
with
  found as materialized (
    select
      unnest($1::uuid[]) as id
    union
    select
      id
    from
      users
    where
      workspace_id = $2
      and email = any ($3::text[])
      and email <> ''
  )
select
  u.id,
  u.state,
  u.account_id,
  u.first_accepted_at is not null as has_accepted,
  u.email,
  u.first_name,
  u.last_name,
  u.job_title,
  u.birth_date,
  u.hire_date,
  u.country,
  u.timezone,
  u.employee_number,
  u.cost_center,
  u.away_from,
  u.away_to,
  u.field_sources,
  m.email as manager_email,
  lower(m.employee_number) as manager_number,
  grouped.department,
  grouped.location,
  valued.attributes,
  f.file_values as synced,
  exists (
    select
    from
      people_sync_missing missing
    where
      missing.workspace_id = $4
      and missing.user_id = u.id
  ) as is_missing,
  p.global_administrator,
  p.account_administrator,
  p.rewards_administrator,
  p.billing_administrator
from
  found
  cross join lateral (
    select
      *
    from
      users
    where
      workspace_id = $5
      and id = found.id
      and state <> 'deleted'
    offset
      0
  ) u
  cross join lateral (
    select
      *
    from
      permissions
    where
      workspace_id = $6
      and user_id = u.id
    offset
      0
  ) p
  left join lateral (
    select
      email,
      employee_number
    from
      users
    where
      workspace_id = $7
      and id = u.manager_id
    offset
      0
  ) m on true
  cross join lateral (
    select
      max(g.name) filter (
        where
          g.kind = 'department'
      ) as department,
      max(g.name) filter (
        where
          g.kind = 'location'
      ) as location
    from
      group_members gm
      join groups g on g.workspace_id = $8
      and g.id = gm.group_id
      and g.kind in ('department', 'location')
    where
      gm.workspace_id = $9
      and gm.user_id = u.id
      and gm.left_at is null
  ) grouped
  cross join lateral (
    select
      jsonb_object_agg('attribute:' || v.attribute_id, v.value) as attributes
    from
      attribute_values v
    where
      v.workspace_id = $10
      and v.user_id = u.id
  ) valued
  left join lateral (
    select
      file_values
    from
      people_sync_fields
    where
      workspace_id = $11
      and user_id = u.id
    offset
      0
  ) f on true;

-- saveFileValues
insert into
  "people_sync_fields" ("workspace_id", "user_id", "file_values")
values
  ($1, $2, $3)
on conflict ("workspace_id", "user_id") do update
set
  "file_values" = "excluded"."file_values";

-- addMissing
insert into
  "people_sync_missing" ("workspace_id", "user_id", "run_id", "runs")
values
  ($1, $2, $3, $4)
on conflict ("workspace_id", "user_id") do update
set
  "runs" = least(people_sync_missing.runs + 1, 1000);

-- deleteFound
delete from people_sync_missing m
where
  m.workspace_id = $1
  and (
    exists (
      select
        1
      from
        people_sync_rows r
      where
        r.workspace_id = $2
        and r.run_id = $3
        and r.user_id = m.user_id
    )
    or exists (
      select
        1
      from
        users u
      where
        u.workspace_id = $4
        and u.id = m.user_id
        and u.state not in ('pending', 'accepted')
    )
  );
