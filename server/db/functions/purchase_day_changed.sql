-- Counts the rewards of a purchase's UTC day again when a snapshot contains the day and the
-- purchase or a contribution changes. The argument says which: on Citus the name of a table differs
-- on its nodes.
create or replace function purchase_day_changed() returns trigger
language plpgsql as $$
declare
  v_day date;
begin
  if tg_argv[0] = 'purchase' then
    v_day := (new.created_at at time zone 'UTC')::date;
  else
    select (created_at at time zone 'UTC')::date into v_day from purchases
    where workspace_id = new.workspace_id and id = new.purchase_id;
  end if;
  -- The lock runs concurrent changes one after the other, so that the second counts the first.
  perform 1 from report_snapshots where workspace_id = new.workspace_id and day >= v_day
    order by day limit 1 for no key update;
  if found then
    delete from daily_rewards where workspace_id = new.workspace_id and day = v_day;
    perform daily_rewards_sum(new.workspace_id, v_day - 1, v_day);
  end if;
  return null;
end $$;
revoke execute on function purchase_day_changed from public;
grant execute on function purchase_day_changed to laurel_app;

create or replace trigger purchases_day_changed after update of status on purchases
  for each row when ((old.status = 'declined') is distinct from (new.status = 'declined'))
  execute function purchase_day_changed('purchase');
create or replace trigger contributions_added after insert on contributions
  for each row execute function purchase_day_changed('contribution');
create or replace trigger contributions_changed after update of status, amount on contributions
  for each row when ((old.status = 'declined') is distinct from (new.status = 'declined')
    or old.amount <> new.amount)
  execute function purchase_day_changed('contribution');
