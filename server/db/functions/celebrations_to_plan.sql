-- Returns the workspaces whose celebrations are to be planned by p_at.
create or replace function celebrations_to_plan(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select distinct r.workspace_id from celebration_rules r
    join workspaces w on w.id = r.workspace_id and w.deleted_at is null
    where r.enabled and (r.planned_until is null or r.planned_until <= p_at)
    limit p_limit;
end $$;
revoke execute on function celebrations_to_plan from public;
grant execute on function celebrations_to_plan to laurel_app;
