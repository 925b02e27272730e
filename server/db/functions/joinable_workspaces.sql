-- Returns workspaces that addresses of a domain can join and in which the account has no user.
create or replace function joinable_workspaces(p_account uuid, p_domain text, p_limit integer)
returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select d.workspace_id from join_domains d
    join workspaces w on w.id = d.workspace_id and w.deleted_at is null
    where d.domain = p_domain and not exists (select 1 from users u
      where u.workspace_id = d.workspace_id and u.account_id = p_account)
    order by w.name, w.id limit p_limit;
end $$;
revoke execute on function joinable_workspaces from public;
grant execute on function joinable_workspaces to laurel_app;
