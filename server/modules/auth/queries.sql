-- Printed by `npm run generate` for reading; do not edit.

-- listSessions
select
  "id",
  "workspace_id",
  "client",
  "created_at",
  "seen_at"
from
  "sessions"
where
  "account_id" = $1
  and "kind" = $2
  and "revoked_at" is null
  and "expires_at" > $3
order by
  "created_at" desc,
  "id" desc
limit
  $4;

-- listMemberships
select
  "workspaces"."id",
  "workspaces"."name",
  "files"."storage_key" as "logo_key",
  "users"."state",
  "users"."id" as "user_id"
from
  "users"
  inner join "workspaces" on "workspaces"."id" = "users"."workspace_id"
  left join "files" on "files"."workspace_id" = "workspaces"."id"
  and "files"."id" = "workspaces"."logo_file_id"
where
  "users"."account_id" = $1
  and "users"."state" in ($2, $3)
  and "workspaces"."deleted_at" is null
order by
  "workspaces"."name",
  "workspaces"."id"
limit
  $4;

-- findNameAndEndedMemberships
select
  "workspaces"."id",
  "workspaces"."name",
  "users"."state",
  "users"."first_name",
  "users"."last_name"
from
  "users"
  inner join "workspaces" on "workspaces"."id" = "users"."workspace_id"
where
  "users"."account_id" = $1
  and "users"."state" in ($2, $3)
  and "workspaces"."deleted_at" is null
order by
  "users"."accepted_at" desc nulls last,
  "users"."id"
limit
  $4;

-- listAccountAdministrators
select
  "users"."first_name",
  "users"."last_name"
from
  "users"
  inner join "permissions" on "permissions"."workspace_id" = "users"."workspace_id"
  and "permissions"."user_id" = "users"."id"
where
  "users"."workspace_id" = $1
  and "users"."state" = $2
  and "users"."demo" = $3
  and "permissions"."account_administrator" = $4
  and "users"."last_name" <> $5
order by
  "users"."accepted_at",
  "users"."id"
limit
  $6;

-- countAcceptedUsers
select
  count(*) as "n"
from
  "users"
where
  "workspace_id" = $1
  and "state" = $2
  and "demo" = $3;

-- findEnterableMember
select
  "users"."id",
  "users"."state"
from
  "users"
  inner join "workspaces" on "workspaces"."id" = "users"."workspace_id"
where
  "users"."workspace_id" = $1
  and "users"."account_id" = $2
  and "users"."state" in ($3, $4)
  and "workspaces"."deleted_at" is null;

-- isAcceptedMember
select
  "id"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2
  and "account_id" = $3
  and "state" = $4;

-- markMemberAccepted
update "users"
set
  "state" = $1,
  "accepted_at" = coalesce("accepted_at", $2)
where
  "workspace_id" = $3
  and "id" = $4
  and "account_id" = $5
  and "state" = $6;
