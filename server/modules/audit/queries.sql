-- Printed by `npm run generate` for reading; do not edit.

-- listAuditEntries
select
  *
from
  "audit_log"
where
  "workspace_id" = $1
  and "id" < $2
order by
  "id" desc
limit
  $3;
