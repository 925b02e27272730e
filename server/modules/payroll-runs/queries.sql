-- Printed by `npm run generate` for reading; do not edit.

-- findFirstDay
select
  min(from_day) as day
from
  payroll_runs
where
  workspace_id = $1
  and country is not distinct from $2;

-- findNewestRun
select
  *
from
  "payroll_runs"
where
  "workspace_id" = $1
  and "country" is null
order by
  "number" desc
limit
  $2;

-- listRunRows
select
  *
from
  "payroll_runs"
where
  "workspace_id" = $1
  and "number" < $2
order by
  "number" desc
limit
  $3;

-- findRun
select
  *
from
  "payroll_runs"
where
  "workspace_id" = $1
  and "id" = $2;

-- findNextNumber
select
  coalesce(max(number), 0) + 1 as number
from
  payroll_runs
where
  workspace_id = $1;

-- insertRun
insert into
  "payroll_runs" (
    "number",
    "country",
    "from_day",
    "to_day",
    "timezone",
    "lines",
    "people",
    "hash",
    "locked_at",
    "workspace_id",
    "id",
    "locked_by",
    "totals"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- insertLines
insert into
  "payroll_lines" (
    "workspace_id",
    "run_id",
    "id",
    "position",
    "user_id",
    "purchase_id",
    "corrects",
    "employee_number",
    "name",
    "country",
    "cost_center",
    "day",
    "category",
    "points",
    "currency",
    "value_minor",
    "limited_minor",
    "taxable_minor",
    "gross_up_minor",
    "borne_by",
    "tax_rate",
    "rule_id",
    "period_start"
  )
values
  (
    $1,
    $2,
    $3,
    $4,
    $5,
    $6,
    $7,
    $8,
    $9,
    $10,
    $11,
    $12,
    $13,
    $14,
    $15,
    $16,
    $17,
    $18,
    $19,
    $20,
    $21,
    $22,
    $23
  );

-- markContributions
update contributions c
set
  in_payroll_run = true
from
  payroll_lines l
where
  l.workspace_id = $1
  and l.run_id = $2
  and l.corrects is null
  and c.workspace_id = $3
  and c.purchase_id = l.purchase_id
  and c.user_id = l.user_id;

-- listLineRows
select
  *
from
  "payroll_lines"
where
  "workspace_id" = $1
  and "run_id" = $2
  and "position" > $3
order by
  "position"
limit
  $4;
