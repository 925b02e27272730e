-- Deletes at most p_limit deliveries older than p_before, along the log of each webhook. Returns
-- their number.
create or replace function hook_deliveries_prune(p_before timestamptz, p_limit integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_gone integer;
begin
  delete from hook_deliveries g using (
    select d.workspace_id, d.id from hooks h, lateral (
      select d.workspace_id, d.id from hook_deliveries d where d.workspace_id = h.workspace_id
        and d.hook_id = h.id and d.created_at < p_before limit p_limit) d
    limit p_limit) old
  where g.workspace_id = old.workspace_id and g.id = old.id;
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;
revoke execute on function hook_deliveries_prune from public;
grant execute on function hook_deliveries_prune to laurel_app;
