-- Printed by `npm run generate` for reading; do not edit.

-- countPeopleOfRules
select
  allowance_rule_id as id,
  count(*)::int as n
from
  users
where
  workspace_id = $1
  and allowance_rule_id is not null
  and points_limit is null
group by
  allowance_rule_id;

-- insertRule
insert into
  "allowance_rules" (
    "workspace_id",
    "id",
    "position",
    "name",
    "audience",
    "points_limit",
    "points_limit_per_post",
    "extra_per_report",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- updateRuleColumns
update "allowance_rules"
set
  "name" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- updateRulePositions
update allowance_rules
set
  position = array_position($1::uuid[], id)
where
  workspace_id = $2;

-- deleteRuleRow
update "users"
set
  "allowance_rule_id" = $1
where
  "workspace_id" = $2
  and "allowance_rule_id" = $3;
delete from "allowance_rules"
where
  "workspace_id" = $1
  and "id" = $2;
