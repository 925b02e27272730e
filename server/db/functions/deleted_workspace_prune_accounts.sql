-- Deletes the accounts of a deleted workspace that have no user in another one, before its rows are
-- erased. In a transaction of its own: it looks at the users of all workspaces.
create or replace function deleted_workspace_prune_accounts(p_deleted uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_accounts uuid[];
begin
  if not exists (select 1 from workspaces where id = p_deleted and deleted_at is not null) then
    return;
  end if;
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  v_accounts := array(select account_id from users where workspace_id = p_deleted
    and account_id is not null);
  v_accounts := array(
    select unnest(v_accounts) except
    select account_id from users where account_id = any (v_accounts)
      and workspace_id <> p_deleted);
  execute format('set local laurel.workspace = %L', p_deleted);
  update users set account_id = null
  where workspace_id = p_deleted and account_id = any (v_accounts);
  delete from accounts where id = any (v_accounts);
end $$;
revoke execute on function deleted_workspace_prune_accounts from public;
grant execute on function deleted_workspace_prune_accounts to laurel_app;
