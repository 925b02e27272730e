-- Records the time of a user's first acceptance. A trigger, so that every way of joining records
-- it.
create or replace function user_record_acceptance() returns trigger
language plpgsql as $$
begin
  if new.first_accepted_at is null and (new.state = 'accepted' or new.accepted_at is not null) then
    new.first_accepted_at := coalesce(new.accepted_at, new.created_at);
  end if;
  return new;
end $$;
revoke execute on function user_record_acceptance from public;
grant execute on function user_record_acceptance to laurel_app;

create or replace trigger users_record_acceptance
  before insert or update of state, accepted_at on users for each row
  execute function user_record_acceptance();
