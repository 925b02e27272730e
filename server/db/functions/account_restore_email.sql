-- Gives an earlier address back to an account, in all of its workspaces. Another account that
-- has the address and never accepted an invitation loses it: its invitations become those of
-- this account, or end where this account is a member already.
-- Refused as email_taken when somebody has used the address since.
create or replace function account_restore_email(p_account uuid, p_email text, p_at timestamptz)
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_other uuid;
begin
  select id into v_other from accounts where email = p_email and id <> p_account for update;
  if v_other is not null then
    if exists (select 1 from users where account_id = v_other and accepted_at is not null) then
      perform refuse('email_taken', '{"field": "email"}');
    end if;
    update users u set state = 'deleted', deleted_at = p_at, account_id = null, email = '',
      first_name = '', last_name = ''
    where u.account_id = v_other and exists (
      select 1 from users mine
      where mine.workspace_id = u.workspace_id and mine.account_id = p_account);
    update users set account_id = p_account where account_id = v_other;
    delete from accounts where id = v_other;
  end if;
  -- Google and calendar links made under the other address may belong to somebody else.
  update accounts set email = p_email, google_sub = null where id = p_account;
  update users set email = p_email, calendar_salt = null where account_id = p_account;
exception when unique_violation then
  perform refuse('email_taken', '{"field": "email"}');
end $$;
revoke execute on function account_restore_email from public;
grant execute on function account_restore_email to laurel_app;
