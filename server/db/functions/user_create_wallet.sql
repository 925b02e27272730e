-- Creates the wallet and the (empty) permissions of new users, once for each statement: an
-- import of 100,000 users would otherwise be 200,000 statements.
create or replace function user_create_wallet() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into wallets (workspace_id, user_id) select workspace_id, id from added;
  insert into permissions (workspace_id, user_id) select workspace_id, id from added;
  return null;
end $$;
revoke execute on function user_create_wallet from public;

create or replace trigger users_create_wallet after insert on users referencing new table as added
  for each statement execute function user_create_wallet();
