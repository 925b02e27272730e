-- Printed by `npm run generate` for reading; do not edit.

-- listConnectionsToCheck
select
  workspace_id,
  connection_id
from
  sso_upkeep_due ($1);
