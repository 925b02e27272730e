-- Printed by `npm run generate` for reading; do not edit.

-- refreshRuleGroups
set
  local statement_timeout = 600000;
select
  rule_groups_refresh ($1, $2::uuid[], $3, $4);

-- countRuleMatches
select
  count(*) as n
from
  rule_groups_match ($1, $2::jsonb, null);
