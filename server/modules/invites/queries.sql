-- Printed by `npm run generate` for reading; do not edit.

-- revokeOpenInvites
update invites
set
  revoked_at = $1
where
  workspace_id = $2
  and user_id = any ($3::uuid[])
  and used_at is null
  and revoked_at is null;

-- insertInvites
insert into
  "invites" ("id", "user_id", "token_hash", "expires_at", "workspace_id", "created_at")
values
  ($1, $2, $3, $4, $5, $6);

-- findOpenInvite
select
  "invites"."id" as "invite_id",
  "users"."id" as "user_id",
  "users"."account_id",
  "users"."email",
  "users"."first_name",
  "users"."last_name",
  "workspaces"."id" as "workspace_id",
  "workspaces"."name" as "workspace_name",
  "files"."storage_key" as "logo_key",
  "settings"."language",
  coalesce("inviter"."first_name", $1) as "inviter_first",
  coalesce("inviter"."last_name", $2) as "inviter_last"
from
  "invites"
  inner join "users" on "users"."workspace_id" = "invites"."workspace_id"
  and "users"."id" = "invites"."user_id"
  inner join "workspaces" on "workspaces"."id" = "invites"."workspace_id"
  left join "files" on "files"."workspace_id" = "workspaces"."id"
  and "files"."id" = "workspaces"."logo_file_id"
  left join "users" as "inviter" on "inviter"."workspace_id" = "users"."workspace_id"
  and "inviter"."id" = "users"."invited_by"
  inner join "settings" on "settings"."workspace_id" = "workspaces"."id"
where
  "invites"."workspace_id" = $3
  and "invites"."token_hash" = $4
  and "invites"."used_at" is null
  and "invites"."revoked_at" is null
  and "invites"."expires_at" > $5
  and "users"."state" = $6
  and "workspaces"."deleted_at" is null;

-- markInviteUsed
update "invites"
set
  "used_at" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "used_at" is null;

-- markOpenInvitesUsed
update "invites"
set
  "used_at" = $1
where
  "workspace_id" = $2
  and "user_id" = $3
  and "used_at" is null
  and "revoked_at" is null;
