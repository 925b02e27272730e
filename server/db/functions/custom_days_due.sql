-- Returns days of all workspaces' own that are due by p_at, the earliest first.
create or replace function custom_days_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, id uuid)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select d.workspace_id, d.id from custom_days d
    join workspaces w on w.id = d.workspace_id and w.deleted_at is null
    where d.next_at <= p_at
    order by d.next_at
    limit p_limit;
end $$;
revoke execute on function custom_days_due from public;
grant execute on function custom_days_due to laurel_app;
