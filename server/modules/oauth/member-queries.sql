-- Printed by `npm run generate` for reading; do not edit.

-- findAcceptedMember
select
  exists (
    select
    from
      users u
      join workspaces w on w.id = u.workspace_id
      and w.deleted_at is null
    where
      u.workspace_id = $1
      and u.id = $2
      and u.state = 'accepted'
  ) as found;
