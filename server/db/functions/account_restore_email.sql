-- Gives an earlier address back to an account, in all of its workspaces. Another account that
-- has the address and never accepted an invitation loses it: its invitations become those of
-- this account, or end where this account is a member already.
-- Refused as email_taken when somebody has used the address since. Runs as account_change_email.
create or replace function account_restore_email(p_account uuid, p_email text, p_at timestamptz)
returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_account text := coalesce(current_setting('laurel.account', true), '');
  v_workspace text := coalesce(current_setting('laurel.workspace', true), '');
  v_other uuid;
  v_mine uuid[];
  v_theirs uuid[];
  v_id uuid;
begin
  -- Citus permits changes of accounts after a query of all nodes only in this mode.
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  select id into v_other from accounts where email = p_email and id <> p_account for update;
  execute format('set local laurel.account = %L', p_account);
  v_mine := array(select workspace_id from users where account_id = p_account order by 1);
  if v_other is not null then
    execute format('set local laurel.account = %L', v_other);
    if exists (select 1 from users where account_id = v_other
      and first_accepted_at is not null) then
      perform refuse('email_taken', '{"field": "email"}');
    end if;
    v_theirs := array(select workspace_id from users where account_id = v_other order by 1);
    foreach v_id in array v_theirs loop
      execute format('set local laurel.workspace = %L', v_id);
      if v_id = any (v_mine) then
        update users set state = 'deleted', deleted_at = p_at, account_id = null, email = '',
          first_name = '', last_name = ''
        where workspace_id = v_id and account_id = v_other;
      else
        update users set account_id = p_account where workspace_id = v_id and account_id = v_other;
        v_mine := v_mine || v_id;
      end if;
    end loop;
    delete from accounts where id = v_other;
  end if;
  -- Google and calendar links made under the other address may belong to somebody else.
  update accounts set email = p_email, google_sub = null where id = p_account;
  foreach v_id in array v_mine loop
    execute format('set local laurel.workspace = %L', v_id);
    update users set email = p_email, calendar_salt = null
    where workspace_id = v_id and account_id = p_account;
  end loop;
  execute format('set local laurel.account = %L', v_account);
  execute format('set local laurel.workspace = %L', v_workspace);
exception when unique_violation then
  perform refuse('email_taken', '{"field": "email"}');
end $$;
revoke execute on function account_restore_email from public;
grant execute on function account_restore_email to laurel_app;
