-- Returns planned celebrations of all workspaces that are due by p_at, the earliest first.
create or replace function celebrations_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, kind text, user_id uuid, year smallint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select c.workspace_id, c.kind, c.user_id, c.year from celebrations c
    join workspaces w on w.id = c.workspace_id and w.deleted_at is null
    where c.state = 'planned' and c.due_at <= p_at
    order by c.due_at
    limit p_limit;
end $$;
revoke execute on function celebrations_due from public;
grant execute on function celebrations_due to laurel_app;
