-- Printed by `npm run generate` for reading; do not edit.

-- countScimUsers
select
  count(*)::integer as n
from
  users u
  left join scim_users x on x.workspace_id = $1
  and x.user_id = u.id
where
  u.workspace_id = $2
  and u.state <> 'deleted'
  and not u.demo
  and (
    u.state <> 'deactivated'
    or not exists (
      select
      from
        scim_users removed
      where
        removed.workspace_id = $3
        and removed.user_id = u.id
        and removed.removed_at is not null
    )
  )
  and (
    u.email = $4
    or not coalesce(starts_with(x.external_id, $5), false)
  );

-- listScimUsers
with
  page as materialized (
    select
      u.*,
      x.external_id,
      x.changed_at,
      x.phone_type
    from
      users u
      left join scim_users x on x.workspace_id = $1
      and x.user_id = u.id
    where
      u.workspace_id = $2
      and u.state <> 'deleted'
      and not u.demo
      and (
        u.state <> 'deactivated'
        or not exists (
          select
          from
            scim_users removed
          where
            removed.workspace_id = $3
            and removed.user_id = u.id
            and removed.removed_at is not null
        )
      )
      and (
        u.email = $4
        or not coalesce(starts_with(x.external_id, $5), false)
      )
    order by
      u.id
    offset
      $6
    limit
      $7
  )
select
  u.id,
  u.email,
  u.first_name,
  u.last_name,
  u.job_title,
  u.state,
  u.account_id,
  u.first_accepted_at,
  u.phone,
  u.phone_type,
  u.language,
  u.timezone,
  u.country,
  u.employee_number,
  u.cost_center,
  u.birth_date,
  u.hire_date,
  u.away_from,
  u.away_to,
  u.points_limit,
  u.field_sources,
  u.manager_id,
  trim(m.first_name || ' ' || m.last_name) as manager_name,
  g.name as department,
  u.external_id,
  u.created_at,
  u.changed_at
from
  page u
  left join users m on m.workspace_id = $8
  and m.id = u.manager_id
  left join group_members gm on gm.workspace_id = $9
  and gm.user_id = u.id
  and gm.kind = 'department'
  and gm.left_at is null
  left join groups g on g.workspace_id = $10
  and g.id = gm.group_id
order by
  u.id;

-- findScimUser
with
  page as materialized (
    select
      u.*,
      x.external_id,
      x.changed_at,
      x.phone_type
    from
      users u
      left join scim_users x on x.workspace_id = $1
      and x.user_id = u.id
    where
      u.workspace_id = $2
      and u.state <> 'deleted'
      and not u.demo
      and (
        u.state <> 'deactivated'
        or not exists (
          select
          from
            scim_users removed
          where
            removed.workspace_id = $3
            and removed.user_id = u.id
            and removed.removed_at is not null
        )
      )
      and u.id = $4
    order by
      u.id
    offset
      $5
    limit
      $6
  )
select
  u.id,
  u.email,
  u.first_name,
  u.last_name,
  u.job_title,
  u.state,
  u.account_id,
  u.first_accepted_at,
  u.phone,
  u.phone_type,
  u.language,
  u.timezone,
  u.country,
  u.employee_number,
  u.cost_center,
  u.birth_date,
  u.hire_date,
  u.away_from,
  u.away_to,
  u.points_limit,
  u.field_sources,
  u.manager_id,
  trim(m.first_name || ' ' || m.last_name) as manager_name,
  g.name as department,
  u.external_id,
  u.created_at,
  u.changed_at
from
  page u
  left join users m on m.workspace_id = $7
  and m.id = u.manager_id
  left join group_members gm on gm.workspace_id = $8
  and gm.user_id = u.id
  and gm.kind = 'department'
  and gm.left_at is null
  left join groups g on g.workspace_id = $9
  and g.id = gm.group_id
order by
  u.id;

-- findUserOfEmail
select
  "id",
  "state",
  "demo"
from
  "users"
where
  "workspace_id" = $1
  and "email" = $2
  and "email" <> $3;

-- upsertScimUser
insert into
  "scim_users" ("workspace_id", "user_id", "changed_at", "removed_at", "external_id")
values
  ($1, $2, $3, $4, $5)
on conflict ("workspace_id", "user_id") do update
set
  "changed_at" = $6,
  "removed_at" = $7,
  "external_id" = $8;

-- findManager
select
  user_id,
  number
from
  users_of_employee_numbers ($1, $2::text[]);
select
  id,
  state in ('pending', 'accepted') as is_active
from
  users
where
  workspace_id = $1
  and state <> 'deleted'
  and not demo
  and id = any (
    array(
      select
        $2::uuid
      union all
      select
        id
      from
        users
      where
        workspace_id = $3
        and email = $4
        and email <> ''
      union all
      select
        unnest($5::uuid[])
    )
  )
order by
  id
limit
  1;
