-- Returns workspaces whose Slack app uses Socket Mode and whose connection no process holds.
create or replace function chat_sockets_due(p_at timestamptz, p_limit integer)
returns setof uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select c.workspace_id from chat_connections c
    join workspaces w on w.id = c.workspace_id and w.deleted_at is null
    where c.provider = 'slack' and c.socket_mode and c.state = 'connected'
      and (c.socket_leased_until is null or c.socket_leased_until <= p_at)
    order by random() -- a workspace whose connection fails does not hold up the others
    limit p_limit;
end $$;
revoke execute on function chat_sockets_due from public;
grant execute on function chat_sockets_due to laurel_app;
