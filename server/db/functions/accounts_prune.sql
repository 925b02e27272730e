-- Deletes those of the accounts that have no user in any workspace.
create or replace function accounts_prune(p_accounts uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from accounts a where a.id = any (p_accounts)
    and not exists (select 1 from users u where u.account_id = a.id)
$$;
revoke execute on function accounts_prune from public;
grant execute on function accounts_prune to laurel_app;
