-- Printed by `npm run generate` for reading; do not edit.

-- addBonusToInboxes
set
  local enable_nestloop = off;
insert into
  inbox_items (workspace_id, user_id, id, kind, bonus_id, points, created_at, updated_at)
select
  u.workspace_id,
  u.id,
  ($1::uuid[]) [row_number() over ()],
  'bonus_received',
  y.bonus_id,
  y.points,
  $2::timestamptz,
  $3::timestamptz
from
  users u
  join bonus_payments y on y.workspace_id = u.workspace_id
  and y.user_id = u.id
where
  u.workspace_id = $4
  and y.bonus_id = $5
  and u.state = 'accepted'
  and not u.demo
  and $6 <> all (u.inbox_muted);
set
  local enable_nestloop = on;
