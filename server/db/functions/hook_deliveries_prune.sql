-- Deletes at most p_limit deliveries older than p_before, along the log of each webhook. Returns
-- their number.
create or replace function hook_deliveries_prune(p_before timestamptz, p_limit integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  h record;
  v_gone integer := 0;
  v_some integer;
begin
  for h in
    select o.workspace_id, o.id from hooks o
    where exists (select 1 from hook_deliveries d where d.workspace_id = o.workspace_id
      and d.hook_id = o.id and d.created_at < p_before)
    limit p_limit
  loop
    delete from hook_deliveries g where g.workspace_id = h.workspace_id and g.id in (
      select d.id from hook_deliveries d where d.workspace_id = h.workspace_id
        and d.hook_id = h.id and d.created_at < p_before limit p_limit - v_gone);
    get diagnostics v_some = row_count;
    v_gone := v_gone + v_some;
    exit when v_gone >= p_limit;
  end loop;
  return v_gone;
end $$;
revoke execute on function hook_deliveries_prune from public;
grant execute on function hook_deliveries_prune to laurel_app;
