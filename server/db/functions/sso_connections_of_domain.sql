-- Returns the active connections for addresses of a domain, in all workspaces.
create or replace function sso_connections_of_domain(p_domain text, p_limit integer)
returns table (workspace_id uuid, connection_id uuid)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select c.workspace_id, c.id from sso_domains d
    join sso_connections c on c.workspace_id = d.workspace_id and c.id = d.connection_id
      and c.state = 'active'
    join workspaces w on w.id = d.workspace_id and w.deleted_at is null
    where d.domain = p_domain and d.verified_at is not null
    order by w.created_at, c.created_at, c.id limit p_limit;
end $$;
revoke execute on function sso_connections_of_domain from public;
grant execute on function sso_connections_of_domain to laurel_app;
