-- Printed by `npm run generate` for reading; do not edit.

-- findSignInRules
select
  "sso_required",
  "session_hours",
  "second_factor_required"
from
  "settings"
where
  "workspace_id" = $1;
