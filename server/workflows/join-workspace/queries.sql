-- Printed by `npm run generate` for reading; do not edit.

-- findMembership
select
  "id",
  "state"
from
  "users"
where
  "workspace_id" = $1
  and "account_id" = $2;
