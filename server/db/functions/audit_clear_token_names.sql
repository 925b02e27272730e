-- Clears the names of a user's access tokens in the audit log, because they are the user's own
-- words. The entries still say that a token acted.
create or replace function audit_clear_token_names(p_workspace uuid, p_user uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'audit: no workspace';
  end if;
  update audit_log set token_name = '' where workspace_id = p_workspace and actor_id = p_user
    and token_name <> '';
end $$;
revoke execute on function audit_clear_token_names from public;
grant execute on function audit_clear_token_names to laurel_app;
