-- Returns workspaces whose grace period before deletion is over.
create or replace function workspaces_deletion_due(p_at timestamptz, p_limit integer)
returns setof uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select id from workspaces where deletion_due_at <= p_at and deleted_at is null
      order by random() -- teams whose deletion fails do not hold up the others
      limit p_limit;
end $$;
revoke execute on function workspaces_deletion_due from public;
grant execute on function workspaces_deletion_due to laurel_app;
