-- Adds every change of daily_redemptions to the snapshots that contain its day.
create or replace function daily_redemptions_changed() returns trigger
language plpgsql as $$
begin
  perform 1 from report_snapshots where workspace_id = new.workspace_id and day >= new.day
    limit 1;
  if found then
    perform report_snapshot_adjust(new.workspace_id, new.day, new.user_id, false, 0, 0, 0, 0,
      new.purchases - case when tg_op = 'UPDATE' then old.purchases else 0 end);
  end if;
  return null;
end $$;
revoke execute on function daily_redemptions_changed from public;
grant execute on function daily_redemptions_changed to laurel_app;

create or replace trigger daily_redemptions_snapshots after insert or update on daily_redemptions
  for each row execute function daily_redemptions_changed();
