-- Creates the wallet and the (empty) permissions of new users, once for each statement: an
-- import of 100,000 users would otherwise be 200,000 statements. Users are read from their table
-- again, because Citus cannot insert rows selected from a transition table.
create or replace function user_create_wallet() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t record;
begin
  for t in select workspace_id, array_agg(id) as ids from added group by workspace_id loop
    insert into wallets (workspace_id, user_id)
    select u.workspace_id, u.id from users u
    where u.workspace_id = t.workspace_id and u.id = any (t.ids);
    insert into permissions (workspace_id, user_id)
    select u.workspace_id, u.id from users u
    where u.workspace_id = t.workspace_id and u.id = any (t.ids);
  end loop;
  return null;
end $$;
revoke execute on function user_create_wallet from public;

create or replace trigger users_create_wallet after insert on users referencing new table as added
  for each statement execute function user_create_wallet();
