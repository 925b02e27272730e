-- Printed by `npm run generate` for reading; do not edit.

-- listLinesOf
select
  l.purchase_id,
  l.day,
  l.currency,
  l.value_minor,
  l.taxable_minor,
  l.gross_up_minor,
  l.borne_by,
  l.corrects,
  r.number as run
from
  payroll_lines l
  join payroll_runs r on r.workspace_id = $1
  and r.id = l.run_id
where
  l.workspace_id = $2
  and l.user_id = $3
order by
  l.day desc,
  l.id desc
limit
  $4;

-- listPurchaseTitles
select
  "id",
  "title",
  "emoji"
from
  "purchases"
where
  "workspace_id" = $1
  and "id" = any ($2::uuid[]);

-- hasPayroll
select
  exists (
    select
    from
      tax_rules
    where
      workspace_id = $1
      and confirmed_at is not null
  )
  or exists (
    select
    from
      payroll_runs
    where
      workspace_id = $2
  ) as found;

-- clearLineNames
update "payroll_lines"
set
  "name" = $1
where
  "workspace_id" = $2
  and "user_id" = $3;

-- keepPayrollLeaver
insert into
  payroll_leavers (workspace_id, user_id, employee_number, country, cost_center, erased_at)
select
  u.workspace_id,
  u.id,
  u.employee_number,
  u.country,
  u.cost_center,
  $1
from
  users u
where
  u.workspace_id = $2
  and u.id = $3
  and not u.demo
  and exists (
    select
    from
      contributions c
    where
      c.workspace_id = $4
      and c.user_id = $5
      and c.status <> 'declined'
      and not c.in_payroll_run
  )
on conflict do nothing;
