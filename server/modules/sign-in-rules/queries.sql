-- Printed by `npm run generate` for reading; do not edit.

-- findEntryRule
select
  "settings"."sso_required",
  "permissions"."account_administrator"
from
  "settings"
  inner join "permissions" on "permissions"."workspace_id" = "settings"."workspace_id"
where
  "settings"."workspace_id" = $1
  and "permissions"."user_id" = $2;

-- hasPassedSecondFactor
select
  "second_factor"
from
  "sessions"
where
  "id" = $1;
