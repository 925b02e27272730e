-- Returns workspaces whose file of people is to be fetched now, in random order.
create or replace function people_sync_due(p_at timestamptz, p_limit integer) returns setof uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select s.workspace_id from people_sync_settings s
    join workspaces w on w.id = s.workspace_id and w.deleted_at is null
    where s.next_run_at <= p_at
    order by random() limit p_limit;
end $$;
revoke execute on function people_sync_due from public;
grant execute on function people_sync_due to laurel_app;
