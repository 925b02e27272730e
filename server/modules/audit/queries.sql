-- Printed by `npm run generate` for reading; do not edit.

-- listAuditEntries
select
  *
from
  "audit_log"
where
  "workspace_id" = $1
  and "id" < $2
  and split_part(action, '.', 1) = any ($3::text[])
  and "action" not in ('sign_in.enter', 'sign_in.refuse')
  and "actor_id" = $4
  and "created_at" >= $5
  and "created_at" < $6
order by
  "id" desc
limit
  $7;

-- listAuditObjects
with
  wanted (id) as (
    select
      unnest($1::uuid[])
  )
select
  'purchase' as kind,
  p.id,
  p.title,
  p.created_by as buyer_id
from
  purchases p
  join wanted using (id)
where
  p.workspace_id = $2
union all
select
  'reward',
  r.id,
  r.title,
  null
from
  rewards r
  join wanted using (id)
where
  r.workspace_id = $3
  and r.deleted_at is null
union all
select
  'value',
  v.id,
  v.name,
  null
from
  "values" v
  join wanted using (id)
where
  v.workspace_id = $4
  and v.retired_at is null
union all
select
  'post',
  p.id,
  '',
  null
from
  posts p
  join wanted using (id)
where
  p.workspace_id = $5
  and p.deleted_at is null
union all
select
  'import',
  i.id,
  '',
  null
from
  imports i
  join wanted using (id)
where
  i.workspace_id = $6;
