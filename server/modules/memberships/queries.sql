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

-- listAcceptedMembers
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.state = 'accepted'
  and exists (
    select
    from
      group_members m
    where
      m.workspace_id = $2
      and m.user_id = u.id
      and m.left_at is null
      and m.group_id = any (
        array(
          with recursive
            below as (
              select
                id as root_id,
                id,
                1 as level
              from
                groups
              where
                workspace_id = $3
                and id = any ($4::uuid[])
                and deleted_at is null
              union all
              select
                below.root_id,
                g.id,
                below.level + 1
              from
                below
                join groups g on g.workspace_id = $5
                and g.parent_id = below.id
              where
                g.deleted_at is null
            )
          select
            id
          from
            below
        )
      )
  )
order by
  lower(u.first_name || ' ' || u.last_name),
  u.id
limit
  $6;

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
  "group_members" ("workspace_id", "user_id", "group_id", "kind", "joined_at", "left_at")
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
