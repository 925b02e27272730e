-- Printed by `npm run generate` for reading; do not edit.

-- findPermissions
select
  "global_administrator",
  "account_administrator",
  "rewards_administrator",
  "billing_administrator"
from
  "users"
  inner join "permissions" on "permissions"."workspace_id" = "users"."workspace_id"
  and "permissions"."user_id" = "users"."id"
where
  "users"."workspace_id" = $1
  and "users"."id" = $2
  and "users"."state" = $3;
