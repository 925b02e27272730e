-- Printed by `npm run generate` for reading; do not edit.

-- findSettingsRow
select
  *
from
  "payroll_settings"
where
  "workspace_id" = $1;

-- saveSettings
insert into
  "payroll_settings" (
    "workspace_id",
    "template",
    "separator",
    "decimal_mark",
    "day_format",
    "keep_years",
    "columns"
  )
values
  ($1, $2, $3, $4, $5, $6, $7)
on conflict ("workspace_id") do update
set
  "template" = $8,
  "separator" = $9,
  "decimal_mark" = $10,
  "day_format" = $11,
  "keep_years" = $12,
  "columns" = $13;
