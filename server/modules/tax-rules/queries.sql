-- Printed by `npm run generate` for reading; do not edit.

-- findCountryOf
select
  "country"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- listRuleRows
select
  *
from
  "tax_rules"
where
  "workspace_id" = $1
order by
  country nulls first,
  "valid_from" desc,
  "id"
limit
  $2;

-- insertRules
insert into
  "tax_rules" (
    "workspace_id",
    "id",
    "country",
    "categories",
    "taxable",
    "currency",
    "item_limit_minor",
    "period_limit_minor",
    "period",
    "year_start",
    "above_limit",
    "borne_by",
    "tax_rate",
    "messages",
    "valid_from",
    "valid_to",
    "created_at",
    "created_by"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18);

-- updateRuleColumns
update "tax_rules"
set
  "taxable" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- deleteRuleRow
delete from "tax_rules"
where
  "workspace_id" = $1
  and "id" = $2;
