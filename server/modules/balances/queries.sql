-- Printed by `npm run generate` for reading; do not edit.

-- listEntries
select
  e.movement_id,
  e.sequence,
  m.type,
  e.amount,
  e.balance_after,
  m.created_at,
  m.comment,
  case
    when h.id is null then m.source_id
  end as source_id,
  case
    when h.id is null then m.actor_id
  end as actor_id,
  c.purchase_id,
  p.title
from
  entries e
  join movements m on m.workspace_id = e.workspace_id
  and m.id = e.movement_id
  left join contributions c on m.type like 'purchase%'
  and c.workspace_id = m.workspace_id
  and c.id = m.source_id
  left join purchases p on p.workspace_id = c.workspace_id
  and p.id = c.purchase_id
  left join posts h on $1
  and h.workspace_id = m.workspace_id
  and h.id = m.source_id
  and h.private
where
  e.workspace_id = $2
  and e.user_id = $3
  and e.sequence < $4
order by
  e.sequence desc
limit
  20;
