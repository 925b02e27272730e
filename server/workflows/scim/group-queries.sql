-- Printed by `npm run generate` for reading; do not edit.

-- countScimGroups
select
  count(*)::integer as n
from
  scim_groups s
  join groups g on g.workspace_id = $1
  and g.id = s.group_id
where
  s.workspace_id = $2
  and g.deleted_at is null
  and (
    lower(g.name) = $3
    and exists (
      select
        1
      from
        group_members gm
      where
        gm.workspace_id = g.workspace_id
        and gm.group_id = g.id
        and gm.user_id = $4
        and gm.left_at is null
    )
  );

-- listScimGroups
select
  g.id,
  g.name,
  g.kind,
  s.external_id,
  s.permission,
  s.version,
  g.created_at,
  s.changed_at
from
  scim_groups s
  join groups g on g.workspace_id = $1
  and g.id = s.group_id
where
  s.workspace_id = $2
  and g.deleted_at is null
  and (
    lower(g.name) = $3
    and exists (
      select
        1
      from
        group_members gm
      where
        gm.workspace_id = g.workspace_id
        and gm.group_id = g.id
        and gm.user_id = $4
        and gm.left_at is null
    )
  )
order by
  g.id
offset
  $5
limit
  $6;

-- findScimGroup
select
  g.id,
  g.name,
  g.kind,
  s.external_id,
  s.permission,
  s.version,
  g.created_at,
  s.changed_at
from
  scim_groups s
  join groups g on g.workspace_id = $1
  and g.id = s.group_id
where
  s.workspace_id = $2
  and g.deleted_at is null
  and g.id = $3
order by
  g.id
offset
  $4
limit
  $5;

-- listScimMembers
select
  m.group_id,
  m.user_id,
  trim(u.first_name || ' ' || u.last_name) as name
from
  group_members m
  join users u on u.workspace_id = $1
  and u.id = m.user_id
where
  m.workspace_id = $2
  and m.group_id = any ($3::uuid[])
  and m.left_at is null
  and u.state <> 'deleted'
  and (
    u.state <> 'deactivated'
    or not exists (
      select
      from
        scim_users removed
      where
        removed.workspace_id = $4
        and removed.user_id = u.id
        and removed.removed_at is not null
    )
  )
order by
  m.group_id,
  m.user_id;

-- listKnownUsers
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
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
  );

-- insertScimGroup
insert into
  "scim_groups" ("workspace_id", "group_id", "external_id", "changed_at")
values
  ($1, $2, $3, $4);

-- touchScimGroup
update scim_groups
set
  version = version + 1,
  changed_at = $1,
  external_id = $2
where
  workspace_id = $3
  and group_id = $4;

-- touchGroupsOfUser
update scim_groups s
set
  version = version + 1,
  changed_at = $1
where
  s.workspace_id = $2
  and exists (
    select
    from
      group_members m
    where
      m.workspace_id = $3
      and m.group_id = s.group_id
      and m.user_id = $4
      and m.left_at is null
  )
returning
  s.group_id;

-- deleteScimGroup
delete from "scim_groups"
where
  "workspace_id" = $1
  and "group_id" = $2;
