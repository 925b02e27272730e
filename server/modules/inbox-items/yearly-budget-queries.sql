-- Printed by `npm run generate` for reading; do not edit.

-- addBudgetWarningToInboxes
select
  p.user_id as id
from
  permissions p
where
  p.workspace_id = $1
  and p.billing_administrator
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
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "percent",
    "created_at",
    "actor_ids",
    "actor_count"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9)
returning
  user_id;
