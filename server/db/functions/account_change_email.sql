-- Changes the address of an account in all of its workspaces. Refused as email_taken when
-- another account or member has the address: the unique index of a workspace finds the member.
-- Runs as the caller, in one workspace after the other: on Citus the connection of another role
-- would wait for the locks of its caller.
create or replace function account_change_email(p_account uuid, p_email text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_account text := coalesce(current_setting('laurel.account', true), '');
  v_workspace text := coalesce(current_setting('laurel.workspace', true), '');
  v_id uuid;
begin
  -- Citus permits changes of accounts after a query of all nodes only in this mode.
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  if exists (select 1 from accounts where email = p_email and id <> p_account) then
    perform refuse('email_taken', '{"field": "email"}');
  end if;
  update accounts set email = p_email where id = p_account;
  execute format('set local laurel.account = %L', p_account);
  for v_id in select workspace_id from users where account_id = p_account order by 1 loop
    execute format('set local laurel.workspace = %L', v_id);
    update users set email = p_email where workspace_id = v_id and account_id = p_account;
  end loop;
  execute format('set local laurel.account = %L', v_account);
  execute format('set local laurel.workspace = %L', v_workspace);
exception when unique_violation then
  perform refuse('email_taken', '{"field": "email"}');
end $$;
revoke execute on function account_change_email from public;
grant execute on function account_change_email to laurel_app;
