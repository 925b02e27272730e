-- Deletes the values that an import has created, unless something else uses them, and everything
-- stored about the import but its row.
create or replace function history_undo_finish(p_workspace uuid, p_import uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_id uuid;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'history: no workspace';
  end if;
  for v_id in select distinct value_id from history_tags where workspace_id = p_workspace
    and import_id = p_import and created and value_id is not null order by 1
  loop
    -- Rollups refer to a value as well, but follow it.
    continue when exists (select from total_recognition where workspace_id = p_workspace
      and value_id = v_id);
    begin
      delete from "values" where workspace_id = p_workspace and id = v_id and not is_default;
      if found then
        delete from daily_values where workspace_id = p_workspace and value_id = v_id;
        delete from monthly_values where workspace_id = p_workspace and value_id = v_id;
      end if;
    exception when foreign_key_violation then null;
    end;
  end loop;
  delete from history_rows where workspace_id = p_workspace and import_id = p_import;
  delete from history_people where workspace_id = p_workspace and import_id = p_import;
  delete from history_tags where workspace_id = p_workspace and import_id = p_import;
  delete from history_days where workspace_id = p_workspace and import_id = p_import;
end $$;
revoke execute on function history_undo_finish from public;
grant execute on function history_undo_finish to laurel_app;
