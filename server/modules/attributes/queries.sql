-- Printed by `npm run generate` for reading; do not edit.

-- listAttributes
select
  "id",
  "name",
  "kind",
  "options",
  "visibility"
from
  "attributes"
where
  "workspace_id" = $1
order by
  lower(name),
  "id";

-- insertAttribute
insert into
  "attributes" ("workspace_id", "id", "name", "kind", "options", "visibility", "created_at")
values
  ($1, $2, $3, $4, $5, $6, $7);

-- updateAttributeColumns
update "attributes"
set
  "name" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- deleteAttributeRows
delete from "attributes"
where
  "workspace_id" = $1
  and "id" = $2;
update users
set
  field_sources = field_sources - $1::text
where
  workspace_id = $2
  and field_sources ? $3;

-- findUsedOption
select
  value
from
  attribute_values
where
  workspace_id = $1
  and attribute_id = $2
  and lower(value) = any (
    array(
      select
        lower(name)
      from
        unnest($3::text[]) as o (name)
    )
  )
limit
  1;

-- respellValues
update attribute_values v
set
  value = option.name
from
  unnest($1::text[]) as option (name)
where
  v.workspace_id = $2
  and v.attribute_id = $3
  and lower(v.value) = lower(option.name)
  and v.value <> option.name;

-- listRulesWithAttribute
select
  g.name,
  array(
    select
      jsonb_array_elements_text(c.condition -> 'values')
  ) as
values
from
  groups g
  cross join lateral jsonb_array_elements(g.rule) as c (condition)
where
  g.workspace_id = $1
  and g.rule is not null
  and g.deleted_at is null
  and c.condition ->> 'attribute_id' = $2
order by
  lower(g.name);

-- listAttributeValues
select
  u.id as user_id,
  a.id as attribute_id,
  a.name,
  a.visibility,
  coalesce(v.value, '') as value
from
  attributes a
  join users u on u.workspace_id = a.workspace_id
  and u.id = any ($1::uuid[])
  left join attribute_values v on v.workspace_id = a.workspace_id
  and v.user_id = u.id
  and v.attribute_id = a.id
where
  a.workspace_id = $2
  and (
    v.value is not null
    or u.field_sources ->> ('attribute:' || a.id) in ('scim', 'sync')
  )
order by
  lower(a.name),
  a.id;

-- upsertAttributeValues
insert into
  "attribute_values" ("workspace_id", "user_id", "attribute_id", "value")
values
  ($1, $2, $3, $4)
on conflict ("workspace_id", "user_id", "attribute_id") do update
set
  "value" = "excluded"."value";

-- deleteAttributeValues
delete from attribute_values
where
  workspace_id = $1
  and user_id = $2
  and attribute_id = any ($3::uuid[]);

-- listManagedAttributes
select
  u.id as user_id,
  source.key
from
  users u
  cross join lateral jsonb_each_text(u.field_sources) as source (key, value)
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and source.key like 'attribute:%'
  and source.value in ('scim', 'sync');

-- hasReports
select
  "id"
from
  "users"
where
  "workspace_id" = $1
  and "manager_id" = $2
  and "state" in ($3, $4)
limit
  $5;
