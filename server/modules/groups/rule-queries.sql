-- Printed by `npm run generate` for reading; do not edit.

-- listPlaceNames
select
  id,
  kind,
  name
from
  groups
where
  workspace_id = $1
  and id = any ($2::uuid[])
  and kind in ('department', 'location')
  and deleted_at is null;

-- findRuleWithPlace
select
  g.name
from
  groups g
  cross join lateral jsonb_array_elements(g.rule) as c (condition)
where
  g.workspace_id = $1
  and g.rule is not null
  and g.deleted_at is null
  and c.condition ->> 'field' in ('department_id', 'location_id')
  and c.condition -> 'values' ? $2
order by
  lower(g.name)
limit
  1;

-- countRules
select
  count(*) as "n"
from
  "groups"
where
  "workspace_id" = $1
  and "rule" is not null
  and "deleted_at" is null;
