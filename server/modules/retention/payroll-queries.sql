-- Printed by `npm run generate` for reading; do not edit.

-- deletePayrollLines
delete from payroll_lines
where
  workspace_id = $1
  and id in (
    select
      l.id
    from
      payroll_lines l
      join users u on u.workspace_id = $2
      and u.id = l.user_id
      and u.state = 'deleted'
    where
      l.workspace_id = $3
      and l.day < $4::date - make_interval(
        years => coalesce(
          (
            select
              keep_years
            from
              payroll_settings
            where
              workspace_id = $5
          ),
          10
        )
      )
    limit
      1000
  );

-- deletePayrollLeavers
delete from payroll_leavers
where
  workspace_id = $1
  and (workspace_id, user_id) in (
    select
      workspace_id,
      user_id
    from
      payroll_leavers
    where
      workspace_id = $2
      and erased_at < $3::timestamptz - make_interval(
        years => coalesce(
          (
            select
              keep_years
            from
              payroll_settings
            where
              workspace_id = $4
          ),
          10
        )
      )
    limit
      1000
  );
