-- Stores the groups of a range, an array of {"position": n, "people": [], "edges": []}. One by one,
-- because Citus copies the rows of an INSERT that reads JSON, which row level security forbids.
create or replace function computed_groups_add(p_workspace uuid, p_range text, p_groups jsonb)
returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  v_group record;
begin
  for v_group in
    select * from jsonb_to_recordset(p_groups) as one (position integer, people uuid[], edges jsonb)
  loop
    insert into computed_group_people (workspace_id, range, position, people, edges)
    values (p_workspace, p_range, v_group.position, v_group.people, v_group.edges);
  end loop;
end $$;
revoke execute on function computed_groups_add from public;
grant execute on function computed_groups_add to laurel_app;
