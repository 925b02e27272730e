-- Printed by `npm run generate` for reading; do not edit.

-- addExpiryToInbox
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'accepted'
  and not u.demo
  and $3 <> all (u.inbox_muted);
