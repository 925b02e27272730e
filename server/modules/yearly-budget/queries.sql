-- Printed by `npm run generate` for reading; do not edit.

-- findYearlyBudget
select
  *
from
  "yearly_budgets"
where
  "workspace_id" = $1;

-- lockYearlyBudget
select
  *
from
  "yearly_budgets"
where
  "workspace_id" = $1
for update;

-- upsertYearlyBudget
insert into
  "yearly_budgets" (
    "workspace_id",
    "starts_on",
    "amount_minor",
    "currency",
    "warned_year",
    "warned_percent",
    "updated_at",
    "updated_by"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict ("workspace_id") do update
set
  "starts_on" = $9,
  "amount_minor" = $10,
  "currency" = $11,
  "warned_year" = $12,
  "warned_percent" = $13,
  "updated_at" = $14,
  "updated_by" = $15;

-- updateYearlyBudget
update "yearly_budgets"
set
  "warned_percent" = $1
where
  "workspace_id" = $2;

-- deleteYearlyBudgetRow
delete from "yearly_budgets"
where
  "workspace_id" = $1
returning
  *;
