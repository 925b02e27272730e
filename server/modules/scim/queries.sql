-- Printed by `npm run generate` for reading; do not edit.

-- findScimSettings
select
  *
from
  "scim_settings"
where
  "workspace_id" = $1;

-- saveScimSettings
insert into
  "scim_settings" ("workspace_id", "dry_run")
values
  ($1, $2)
on conflict ("workspace_id") do update
set
  "dry_run" = $3;

-- listScimTokens
select
  "id",
  "name",
  "created_by",
  "created_at",
  "last_used_at"
from
  "scim_tokens"
where
  "workspace_id" = $1
  and "revoked_at" is null
order by
  "id";

-- findScimToken
select
  "id",
  "name",
  "created_by",
  "created_at",
  "last_used_at"
from
  "scim_tokens"
where
  "workspace_id" = $1
  and "token_hash" = $2
  and "revoked_at" is null;

-- insertScimToken
insert into
  "scim_tokens" ("workspace_id", "id", "name", "token_hash", "created_by", "created_at")
values
  ($1, $2, $3, $4, $5, $6);

-- touchScimToken
update "scim_tokens"
set
  "last_used_at" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- revokeScimToken
update "scim_tokens"
set
  "revoked_at" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "revoked_at" is null
returning
  "name";

-- listMappedGroups
select
  g.id,
  g.name,
  g.kind,
  s.permission,
  (
    select
      count(*)::integer
    from
      group_members m
      join users u on u.workspace_id = $1
      and u.id = m.user_id
      and u.state in ('pending', 'accepted')
    where
      m.workspace_id = $2
      and m.group_id = s.group_id
      and m.left_at is null
  ) as members
from
  scim_groups s
  join groups g on g.workspace_id = $3
  and g.id = s.group_id
where
  s.workspace_id = $4
  and g.deleted_at is null
  and s.group_id > $5
order by
  s.group_id
limit
  $6;

-- updateGroupPermission
update "scim_groups"
set
  "permission" = $1
where
  "workspace_id" = $2
  and "group_id" = $3;

-- updateGroupKind
update "groups"
set
  "kind" = $1
where
  "workspace_id" = $2
  and "id" = $3;
update "group_members"
set
  "kind" = $1
where
  "workspace_id" = $2
  and "group_id" = $3;

-- listScimRequests
select
  *
from
  "scim_requests"
where
  "workspace_id" = $1
  and "id" < $2
  and "outcome" = $3
order by
  "id" desc
limit
  $4;

-- insertScimRequest
insert into
  "scim_requests" (
    "workspace_id",
    "id",
    "token_name",
    "method",
    "resource",
    "outcome",
    "status",
    "dry_run",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- countDeactivations
select
  (
    select
      count(*)::integer
    from
      scim_requests
    where
      workspace_id = $1
      and outcome = 'deactivated'
      and not dry_run
      and created_at > $2
  ) as deactivated,
  (
    select
      count(*)::integer
    from
      users
    where
      workspace_id = $3
      and state in ('pending', 'accepted')
      and not demo
  ) as active;
