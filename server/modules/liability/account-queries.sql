-- Printed by `npm run generate` for reading; do not edit.

-- findAccounts
select
  "expense",
  "liability",
  "redemptions",
  "corrections",
  "change_of_worth",
  "cost_center"
from
  "liability_accounts"
where
  "workspace_id" = $1;

-- saveAccounts
insert into
  "liability_accounts" (
    "workspace_id",
    "expense",
    "liability",
    "redemptions",
    "corrections",
    "change_of_worth",
    "cost_center"
  )
values
  ($1, $2, $3, $4, $5, $6, $7)
on conflict ("workspace_id") do update
set
  "expense" = $8,
  "liability" = $9,
  "redemptions" = $10,
  "corrections" = $11,
  "change_of_worth" = $12,
  "cost_center" = $13;
