-- What was done with a personal access token says so: which one, and how it was called then. A token that is gone is still named.
alter table audit_log add column token_id uuid, add column token_name text, add check ((token_id is null) = (token_name is null));

-- A token's name is its owner's own words, and goes when they do; that it was a token stays.
create function audit_forget(p_workspace uuid, p_user uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then raise exception 'audit: no workspace'; end if;
  update audit_log set token_name = '' where workspace_id = p_workspace and actor_id = p_user and token_name <> '';
end $$;
revoke execute on function audit_forget(uuid, uuid) from public;
grant execute on function audit_forget(uuid, uuid) to laurel_app;
