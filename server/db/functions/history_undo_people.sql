-- Deletes the next former teammates that an import has created, unless something else uses them.
-- Each deletion checks the foreign keys of all tables, so a large import takes many batches.
-- Returns the number of people, 0 after the last one.
create or replace function history_undo_people(p_workspace uuid, p_import uuid, p_limit integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_keys text[];
  v_id uuid;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'history: no workspace';
  end if;
  v_keys := array(select key from history_people where workspace_id = p_workspace
    and import_id = p_import and former and user_id is not null order by key limit p_limit);
  -- Another import goes on with a former teammate that it found here.
  update history_people o set former = true
  from history_people h
  where h.workspace_id = p_workspace and h.import_id = p_import and h.key = any (v_keys)
    and o.workspace_id = p_workspace and o.user_id = h.user_id and o.import_id <> p_import;
  for v_id in select distinct h.user_id from history_people h
    where h.workspace_id = p_workspace and h.import_id = p_import and h.key = any (v_keys)
      and not exists (select from history_people o where o.workspace_id = p_workspace
        and o.user_id = h.user_id and o.import_id <> p_import)
    order by 1
  loop
    begin
      delete from users where workspace_id = p_workspace and id = v_id and state = 'deleted';
    exception when foreign_key_violation then null;
    end;
  end loop;
  delete from history_people where workspace_id = p_workspace and import_id = p_import
    and key = any (v_keys);
  return cardinality(v_keys);
end $$;
revoke execute on function history_undo_people from public;
grant execute on function history_undo_people to laurel_app;
