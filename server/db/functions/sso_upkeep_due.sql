-- Returns the SAML connections whose metadata is read every day, or whose certificate ends by
-- p_until, in all workspaces.
create or replace function sso_upkeep_due(p_until timestamptz)
returns table (workspace_id uuid, connection_id uuid)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select c.workspace_id, c.id from sso_connections c
    join workspaces w on w.id = c.workspace_id and w.deleted_at is null
    where c.protocol = 'saml' and c.state = 'active'
      and (c.metadata_url <> '' or c.certificate_expires_at <= p_until)
    order by c.workspace_id, c.id;
end $$;
revoke execute on function sso_upkeep_due from public;
grant execute on function sso_upkeep_due to laurel_app;
