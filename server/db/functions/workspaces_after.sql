-- Returns a page of workspaces after an id, for the nightly check.
create or replace function workspaces_after(p_after uuid, p_limit integer) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select id from workspaces where id > p_after and deleted_at is null order by id limit p_limit;
end $$;
revoke execute on function workspaces_after from public;
grant execute on function workspaces_after to laurel_app;
