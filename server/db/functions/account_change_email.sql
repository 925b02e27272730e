-- Changes the address of an account in all of its workspaces. Refused as email_taken when
-- another account or member has the address.
create or replace function account_change_email(p_account uuid, p_email text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select 1 from accounts where email = p_email and id <> p_account)
    or exists (select 1 from users mine join users theirs on theirs.workspace_id = mine.workspace_id
      where mine.account_id = p_account and theirs.email = p_email and theirs.id <> mine.id) then
    perform refuse('email_taken', '{"field": "email"}');
  end if;
  update accounts set email = p_email where id = p_account;
  update users set email = p_email where account_id = p_account;
exception when unique_violation then
  perform refuse('email_taken', '{"field": "email"}');
end $$;
revoke execute on function account_change_email from public;
grant execute on function account_change_email to laurel_app;
