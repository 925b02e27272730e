-- Marks the subscription of a workspace when a user joins or leaves; a worker then sends
-- the number of seats to the provider.
create or replace function seats_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update subscriptions set seats_version = seats_version + 1 where workspace_id = new.workspace_id
    and status <> 'canceled';
  return null;
end $$;
revoke execute on function seats_change from public;
grant execute on function seats_change to laurel_app;

create or replace trigger users_seats_on_state after update of state on users for each row
  when (old.state is distinct from new.state) execute function seats_change();

create or replace trigger users_seats_on_insert after insert on users for each row
  when (new.state = 'accepted' and not new.demo) execute function seats_change();
