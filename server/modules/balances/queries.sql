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
    when exists (
      select
      from
        posts x
      where
        x.workspace_id = $1
        and x.id = m.source_id
        and x.private
    ) then null
    else "m"."source_id"
  end as "source_id",
  case
    when exists (
      select
      from
        posts x
      where
        x.workspace_id = $2
        and x.id = m.source_id
        and x.private
    ) then null
    else "m"."actor_id"
  end as "actor_id",
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
where
  e.workspace_id = $3
  and e.user_id = $4
  and e.sequence < $5
order by
  e.sequence desc
limit
  20;
