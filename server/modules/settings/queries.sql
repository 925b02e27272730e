-- Printed by `npm run generate` for reading; do not edit.

-- rebuildAllowances
select
  allowances_rebuild ($1, $2);

-- moveAllowanceReminders
update settings
set
  points_left_period = $1
where
  workspace_id = $2
  and points_left_period = $3;
update inbox_items i
set
  period_start = $1,
  period_end = $2
where
  i.workspace_id = $3
  and i.kind = 'allowance_ending'
  and i.period_start = $4
  and not exists (
    select
    from
      inbox_items o
    where
      o.workspace_id = $5
      and o.user_id = i.user_id
      and o.kind = 'allowance_ending'
      and o.period_start = $6
  );

-- lockLogo
select
  "logo_file_id"
from
  "workspaces"
where
  "id" = $1
for update;
