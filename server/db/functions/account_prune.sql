-- Deletes an account that has no user in any workspace, within a transaction that changed its
-- users. Runs as the caller: on Citus the connection of another role would not see the uncommitted
-- change.
create or replace function account_prune(p_account uuid) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_before text := coalesce(current_setting('laurel.account', true), '');
begin
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  execute format('set local laurel.account = %L', p_account);
  if not exists (select 1 from users where account_id = p_account) then
    delete from accounts where id = p_account;
  end if;
  execute format('set local laurel.account = %L', v_before);
end $$;
revoke execute on function account_prune from public;
grant execute on function account_prune to laurel_app;
