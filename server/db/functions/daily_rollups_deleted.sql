-- Discards the snapshots that contain deleted days. Only a reset, the removal of demo data and the
-- deletion of a workspace delete days.
create or replace function daily_rollups_deleted() returns trigger
language plpgsql as $$
declare
  v_workspace uuid;
  v_day date;
begin
  for v_workspace, v_day in select workspace_id, min(day) from gone group by 1 loop
    perform report_snapshots_discard(v_workspace, v_day);
  end loop;
  return null;
end $$;
revoke execute on function daily_rollups_deleted from public;
grant execute on function daily_rollups_deleted to laurel_app;

create or replace trigger daily_recognition_deleted after delete on daily_recognition
  referencing old table as gone for each statement execute function daily_rollups_deleted();
create or replace trigger daily_redemptions_deleted after delete on daily_redemptions
  referencing old table as gone for each statement execute function daily_rollups_deleted();
