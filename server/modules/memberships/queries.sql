-- Printed by `npm run generate` for reading; do not edit.

-- findGroup
select
  "id",
  "kind",
  "name",
  "parent_id",
  "managed_by",
  "created_at"
from
  "groups"
where
  "workspace_id" = $1
  and "id" = $2
  and "deleted_at" is null;

-- listGroupsOfUsers
select
  m.user_id,
  g.id,
  g.kind,
  g.name
from
  group_members m
  join groups g on g.workspace_id = m.workspace_id
  and g.id = m.group_id
where
  m.workspace_id = $1
  and m.user_id = any ($2::uuid[])
  and m.left_at is null
order by
  case g.kind
    when 'department' then 0
    when 'location' then 1
    else 2
  end,
  lower(g.name),
  g.id;

-- listCurrentMembers
select
  user_id
from
  group_members
where
  workspace_id = $1
  and group_id = $2
  and left_at is null
  and user_id = any ($3::uuid[]);

-- listUsersWithGroups
select
  user_id
from
  group_members
where
  workspace_id = $1
  and user_id = any ($2::uuid[])
  and left_at is null
group by
  user_id
having
  count(*) >= $3;

-- insertMembers
insert into
  "group_members" ("workspace_id", "group_id", "user_id", "kind", "joined_at", "left_at")
values
  ($1, $2, $3, $4, $5, $6);

-- endMemberships
delete from group_members
where
  workspace_id = $1
  and left_at is null
  and user_id = any ($2::uuid[])
  and group_id = $3
  and joined_at >= $4;
update group_members
set
  left_at = $1
where
  workspace_id = $2
  and left_at is null
  and user_id = any ($3::uuid[])
  and group_id = $4;

-- endMembershipsOfGroup
update "group_members"
set
  "left_at" = $1
where
  "workspace_id" = $2
  and "group_id" = $3
  and "left_at" is null;
