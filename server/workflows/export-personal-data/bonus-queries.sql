-- Printed by `npm run generate` for reading; do not edit.

-- listBonuses
select
  x.id,
  x.name as bonus,
  x.text,
  x.starts_on,
  x.ends_on,
  y.received,
  y.points,
  x.paid_at
from
  bonus_payments y
  join bonuses x on x.workspace_id = y.workspace_id
  and x.id = y.bonus_id
where
  y.workspace_id = $1
  and y.user_id = $2
  and y.bonus_id > $3
order by
  y.bonus_id
limit
  500;
