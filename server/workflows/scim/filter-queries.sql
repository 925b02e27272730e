-- Printed by `npm run generate` for reading; do not edit.

-- compileUserFilter
select
  count(*)::integer as n
from
  users u
  left join scim_users x on x.workspace_id = $1
  and x.user_id = u.id
where
  u.workspace_id = $2
  and u.state <> 'deleted'
  and not u.demo
  and (
    u.state <> 'deactivated'
    or not exists (
      select
      from
        scim_users removed
      where
        removed.workspace_id = $3
        and removed.user_id = u.id
        and removed.removed_at is not null
    )
  )
  and (
    (
      'work'::text = $4
      and strpos(u.email, $5) > 0
    )
    or not coalesce(coalesce(lower(nullif(u.employee_number, '')), '') <> '', false)
  );

-- compileGroupFilter
select
  count(*)::integer as n
from
  scim_groups s
  join groups g on g.workspace_id = $1
  and g.id = s.group_id
where
  s.workspace_id = $2
  and g.deleted_at is null
  and (
    s.external_id = $3
    or exists (
      select
        1
      from
        group_members gm
      where
        gm.workspace_id = g.workspace_id
        and gm.group_id = g.id
        and gm.user_id = $4
        and gm.left_at is null
    )
  );
