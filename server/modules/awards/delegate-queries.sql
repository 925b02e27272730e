-- Printed by `npm run generate` for reading; do not edit.

-- findDelegation
select
  "delegate_id",
  "starts_at",
  "ends_at"
from
  "approval_delegates"
where
  "workspace_id" = $1
  and "user_id" = $2;

-- replaceDelegation
delete from "approval_delegates"
where
  "workspace_id" = $1
  and "user_id" = $2;
insert into
  approval_delegates (workspace_id, user_id, delegate_id, starts_at, ends_at)
values
  ($1, $2, $3, $4, $5)
on conflict (workspace_id, user_id) do update
set
  delegate_id = excluded.delegate_id,
  starts_at = excluded.starts_at,
  ends_at = excluded.ends_at;
