-- Discards the sums of reports that contain a day, because imported posts change days of the past.
-- The nightly worker creates them again. It locks what every post needs, but only if there is
-- something to discard.
create or replace function history_sums_discard(p_workspace uuid, p_from date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'history: no workspace';
  end if;
  if p_from is null or not exists (select from report_snapshots
      where workspace_id = p_workspace and day >= p_from)
    and not exists (select from pair_sum_teams
      where workspace_id = p_workspace and summed_until >= p_from) then return;
  end if;
  perform 1 from "values" where workspace_id = p_workspace order by id for update;
  perform 1 from workspaces where id = p_workspace for update;
  perform report_snapshots_discard(p_workspace, p_from);
  delete from pair_sum_teams where workspace_id = p_workspace and summed_until >= p_from;
end $$;
revoke execute on function history_sums_discard from public;
grant execute on function history_sums_discard to laurel_app;
