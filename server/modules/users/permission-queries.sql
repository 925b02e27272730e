-- Printed by `npm run generate` for reading; do not edit.

-- countHolders
select
  count(*) filter (
    where
      p.global_administrator
  )::int as global_administrator,
  count(*) filter (
    where
      p.account_administrator
  )::int as account_administrator,
  count(*) filter (
    where
      p.rewards_administrator
  )::int as rewards_administrator,
  count(*) filter (
    where
      p.billing_administrator
  )::int as billing_administrator
from
  permissions p
  join users u on u.workspace_id = p.workspace_id
  and u.id = p.user_id
where
  p.workspace_id = $1
  and (
    p.global_administrator
    or p.account_administrator
    or p.rewards_administrator
    or p.billing_administrator
  )
  and u.state = 'accepted'
  and not u.demo;

-- updatePermissionColumns
update "permissions"
set
  "billing_administrator" = $1
where
  "workspace_id" = $2
  and "user_id" = $3;

-- listConnectionAdmins
select
  u.id as user_id,
  u.email as to,
  coalesce(u.language, s.language) as language
from
  permissions p
  join users u on u.workspace_id = p.workspace_id
  and u.id = p.user_id
  join settings s on s.workspace_id = p.workspace_id
where
  p.workspace_id = $1
  and (
    p.global_administrator
    or p.account_administrator
  )
  and u.state = 'accepted'
  and u.email <> '';
