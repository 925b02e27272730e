-- Returns the workspace of a team in the chat that uses the operator's app: a request to that app knows
-- only the team.
create or replace function chat_workspace(p_provider text, p_external_id text) returns uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select c.workspace_id from chat_connections c
    join workspaces w on w.id = c.workspace_id and w.deleted_at is null
    where c.provider = p_provider and c.external_id = p_external_id and c.operator_app
      and c.state = 'connected'
    order by c.connected_at limit 1);
end $$;
revoke execute on function chat_workspace from public;
grant execute on function chat_workspace to laurel_app;
