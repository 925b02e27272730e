-- Printed by `npm run generate` for reading; do not edit.

-- findImpersonationTarget
select
  "users"."id",
  "users"."account_id"
from
  "users"
  inner join "workspaces" on "workspaces"."id" = "users"."workspace_id"
where
  "users"."workspace_id" = $1
  and "users"."state" = $2
  and "users"."account_id" is not null
  and "workspaces"."deleted_at" is null
  and "users"."email" = $3;

-- consumeImpersonationLink
update "impersonation_links"
set
  "used_at" = $1
where
  "workspace_id" = $2
  and "token_hash" = $3
  and "used_at" is null
  and "expires_at" > $4
returning
  "user_id",
  "operator";

-- insertImpersonationLink
insert into
  "impersonation_links" (
    "workspace_id",
    "id",
    "user_id",
    "token_hash",
    "operator",
    "created_at",
    "expires_at",
    "used_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8);
