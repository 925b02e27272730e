-- Printed by `npm run generate` for reading; do not edit.

-- listValues
select
  "id",
  "name",
  "description",
  "color",
  "emoji",
  "keywords",
  "tag",
  "is_default",
  "retired_at"
from
  "values"
where
  "workspace_id" = $1
  and "retired_at" is null
order by
  "is_default" desc,
  "name";

-- insertValues
insert into
  "values" (
    "workspace_id",
    "id",
    "name",
    "color",
    "emoji",
    "tag",
    "created_at",
    "retired_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8);

-- updateValueColumns
update "values"
set
  "is_default" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- unmarkOtherDefaultValues
update "values"
set
  "is_default" = $1
where
  "workspace_id" = $2
  and "is_default" = $3
  and "id" <> $4;
