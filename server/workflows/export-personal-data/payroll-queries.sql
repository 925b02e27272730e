-- Printed by `npm run generate` for reading; do not edit.

-- listPayrollLines
select
  l.id,
  r.number as run,
  l.purchase_id,
  l.corrects,
  l.employee_number,
  l.name,
  l.country,
  l.cost_center,
  l.day,
  l.category,
  l.points,
  l.currency,
  l.value_minor,
  l.taxable_minor,
  l.gross_up_minor,
  l.borne_by,
  l.tax_rate
from
  payroll_lines l
  join payroll_runs r on r.workspace_id = l.workspace_id
  and r.id = l.run_id
where
  l.workspace_id = $1
  and l.user_id = $2
  and l.id > $3
order by
  l.id
limit
  500;
