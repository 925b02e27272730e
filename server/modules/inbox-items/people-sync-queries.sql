-- Printed by `npm run generate` for reading; do not edit.

-- addPeopleSyncToInboxes
select
  p.user_id as id
from
  permissions p
where
  p.workspace_id = $1
  and (
    p.global_administrator
    or p.account_administrator
  )
order by
  p.user_id
limit
  100;
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
