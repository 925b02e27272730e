-- Deletes the snapshots at the end of p_from and later. The nightly worker creates them again.
create or replace function report_snapshots_discard(p_workspace uuid, p_from date) returns void
language plpgsql as $$
declare
  v_last date;
begin
  delete from report_snapshots where workspace_id = p_workspace and day >= p_from;
  if not found then return; end if;
  v_last := coalesce((select max(day) from report_snapshots where workspace_id = p_workspace),
    '-infinity');
  delete from user_snapshots where workspace_id = p_workspace and day > v_last;
  delete from daily_totals where workspace_id = p_workspace and day > v_last;
  delete from daily_rewards where workspace_id = p_workspace and day > v_last;
  delete from daily_values where workspace_id = p_workspace and day > v_last;
  perform report_snapshot_sum_months(p_workspace, v_last + 1, 'infinity');
end $$;
revoke execute on function report_snapshots_discard from public;
grant execute on function report_snapshots_discard to laurel_app;
