-- Printed by `npm run generate` for reading; do not edit.

-- listGroups
with recursive
  tree as (
    select
      id,
      kind,
      name,
      parent_id,
      managed_by,
      rule,
      created_at,
      '{}'::text[] as path,
      array[lower(name)] as sort_path
    from
      groups
    where
      workspace_id = $1
      and deleted_at is null
      and parent_id is null
    union all
    select
      g.id,
      g.kind,
      g.name,
      g.parent_id,
      g.managed_by,
      g.rule,
      g.created_at,
      tree.path || tree.name,
      tree.sort_path || lower(g.name)
    from
      tree
      join groups g on g.workspace_id = $2
      and g.parent_id = tree.id
    where
      g.deleted_at is null
  )
select
  id,
  kind,
  name,
  parent_id,
  managed_by,
  rule,
  created_at,
  path,
  sort_path,
  case kind
    when 'department' then 0
    when 'location' then 1
    when 'team' then 2
    else 3
  end as kind_rank
from
  tree
where
  lower(name) like lower($3::text)
  and kind = $4
  and (
    case kind
      when 'department' then 0
      when 'location' then 1
      when 'team' then 2
      else 3
    end,
    sort_path
  ) > ($5, $6::text[])
order by
  kind_rank,
  sort_path
limit
  $7;

-- findListedGroup
with recursive
  above as (
    select
      id,
      name,
      parent_id,
      0 as level
    from
      groups
    where
      workspace_id = $1
      and id = $2
      and deleted_at is null
    union all
    select
      g.id,
      g.name,
      g.parent_id,
      above.level + 1
    from
      above
      join groups g on g.workspace_id = $3
      and g.id = above.parent_id
  )
select
  id,
  kind,
  name,
  parent_id,
  managed_by,
  rule,
  created_at,
  case kind
    when 'department' then 0
    when 'location' then 1
    when 'team' then 2
    else 3
  end as kind_rank,
  array(
    select
      name
    from
      above
    where
      level > 0
    order by
      level desc
  ) as path,
  array(
    select
      lower(name)
    from
      above
    order by
      level desc
  ) as sort_path
from
  groups
where
  workspace_id = $4
  and id = (
    select
      id
    from
      above
    where
      level = 0
  );

-- countGroupLevels
with recursive
  below as (
    select
      id as root_id,
      id,
      1 as level
    from
      groups
    where
      workspace_id = $1
      and id = any ($2::uuid[])
      and deleted_at is null
    union all
    select
      below.root_id,
      g.id,
      below.level + 1
    from
      below
      join groups g on g.workspace_id = $3
      and g.parent_id = below.id
    where
      g.deleted_at is null
  )
select
  coalesce(max(level), 0) as levels
from
  below;

-- listGroupIdsAbove
with recursive
  above as (
    select
      id,
      parent_id,
      1 as level
    from
      groups
    where
      workspace_id = $1
      and id = $2
    union all
    select
      g.id,
      g.parent_id,
      above.level + 1
    from
      above
      join groups g on g.workspace_id = $3
      and g.id = above.parent_id
  )
select
  id
from
  above
order by
  level;

-- listGroupOwners
select
  o.group_id,
  o.user_id
from
  group_owners o
  join users u on u.workspace_id = o.workspace_id
  and u.id = o.user_id
where
  o.workspace_id = $1
  and o.group_id = any ($2::uuid[])
  and u.state in ('pending', 'accepted')
order by
  lower(u.first_name || ' ' || u.last_name),
  u.id;

-- replaceGroupOwners
delete from "group_owners"
where
  "workspace_id" = $1
  and "group_id" = $2;
insert into
  "group_owners" ("workspace_id", "group_id", "user_id")
values
  ($1, $2, $3);

-- findGroupByName
select
  id
from
  groups
where
  workspace_id = $1
  and kind = $2
  and lower(name) = lower($3)
  and deleted_at is null;

-- isGroupNameTaken
select
  1
from
  groups
where
  workspace_id = $1
  and kind = $2
  and lower(name) = lower($3)
  and deleted_at is null
  and id is distinct from $4::uuid
limit
  1;

-- countGroups
select
  count(*) as "n"
from
  "groups"
where
  "workspace_id" = $1
  and "deleted_at" is null;

-- insertGroup
insert into
  "groups" ("workspace_id", "id", "kind", "name", "parent_id", "created_at")
values
  ($1, $2, $3, $4, $5, $6);

-- updateGroupColumns
update "groups"
set
  "name" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- moveGroupsBelow
update "groups"
set
  "parent_id" = $1
where
  "workspace_id" = $2
  and "parent_id" = $3
  and "deleted_at" is null;
