-- Returns workspaces whose stream has entries to send now, in random order.
create or replace function audit_streams_due(p_at timestamptz, p_limit integer) returns setof uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select s.workspace_id from audit_streams s
    join workspaces w on w.id = s.workspace_id and w.deleted_at is null
    where s.state = 'active' and s.next_at <= p_at
      and (s.leased_until is null or s.leased_until <= p_at)
      and exists (select 1 from audit_stream_entries e where e.workspace_id = s.workspace_id)
    order by random() limit p_limit;
end $$;
revoke execute on function audit_streams_due from public;
grant execute on function audit_streams_due to laurel_app;
