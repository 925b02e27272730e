-- Printed by `npm run generate` for reading; do not edit.

-- findEmptyFields
select
  first_name,
  last_name,
  job_title,
  manager_id,
  field_sources,
  exists (
    select
      1
    from
      group_members m
    where
      m.workspace_id = $1
      and m.user_id = $2
      and m.kind = 'department'
      and m.left_at is null
  ) as has_department
from
  users
where
  workspace_id = $3
  and id = $4;
