-- Printed by `npm run generate` for reading; do not edit.

-- rebuildAllowances
select
  allowances_rebuild ($1, $2);

-- lockLogo
select
  "logo_file_id"
from
  "workspaces"
where
  "id" = $1
for update;
