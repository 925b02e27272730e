-- Printed by `npm run generate` for reading; do not edit.

-- isMigrationApplied
select
  1
from
  kysely_migration
where
  name = $1;
