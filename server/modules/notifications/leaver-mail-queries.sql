-- Printed by `npm run generate` for reading; do not edit.

-- findLeaverMailData
select
  w.name as team,
  s.timezone,
  b.balance::float8 as balance,
  g.token_hash,
  g.ends_at,
  g.held_at,
  g.ended_at,
  g.result,
  g.points::float8 as points
from
  leaver_graces g
  join users u on u.workspace_id = g.workspace_id
  and u.id = g.user_id
  and u.state = 'deactivated'
  join wallets b on b.workspace_id = g.workspace_id
  and b.user_id = g.user_id
  join workspaces w on w.id = g.workspace_id
  join settings s on s.workspace_id = g.workspace_id
where
  g.workspace_id = $1
  and g.user_id = $2
  and (
    $3::uuid is null
    or g.id = $4
  )
order by
  g.id desc
limit
  1;
