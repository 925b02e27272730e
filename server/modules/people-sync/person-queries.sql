-- Printed by `npm run generate` for reading; do not edit.

-- listSyncPeople
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
    union
    select
      user_id
    from
      users_of_employee_numbers ($4, $5::text[])
  ),
  grouped as (
    select
      m.user_id,
      max(g.name) filter (
        where
          g.kind = 'department'
      ) as department,
      max(g.name) filter (
        where
          g.kind = 'location'
      ) as location
    from
      found
      join group_members m on m.workspace_id = $6
      and m.user_id = found.id
      and m.left_at is null
      join groups g on g.workspace_id = $7
      and g.id = m.group_id
      and g.kind in ('department', 'location')
    group by
      m.user_id
  ),
  valued as (
    select
      v.user_id,
      jsonb_object_agg('attribute:' || v.attribute_id, v.value) as attributes
    from
      found
      join attribute_values v on v.workspace_id = $8
      and v.user_id = found.id
    group by
      v.user_id
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
  missing.user_id is not null as is_missing,
  p.global_administrator,
  p.account_administrator,
  p.rewards_administrator,
  p.billing_administrator
from
  found
  join users u on u.workspace_id = $9
  and u.id = found.id
  and u.state <> 'deleted'
  join permissions p on p.workspace_id = $10
  and p.user_id = u.id
  left join users m on m.workspace_id = $11
  and m.id = u.manager_id
  left join grouped on grouped.user_id = u.id
  left join valued on valued.user_id = u.id
  left join people_sync_fields f on f.workspace_id = $12
  and f.user_id = u.id
  left join people_sync_missing missing on missing.workspace_id = $13
  and missing.user_id = u.id;

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
