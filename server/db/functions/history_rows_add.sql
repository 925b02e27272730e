-- Stores rows of an uploaded file. Each item of p_cells is the text of an array.
create or replace function history_rows_add(
  p_workspace uuid, p_import uuid, p_lines integer[], p_cells text[]
) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into history_rows (workspace_id, import_id, line, cells)
  select p_workspace, p_import, o.line, o.cells::text[] from unnest(p_lines, p_cells) o (line, cells);
end $$;
revoke execute on function history_rows_add from public;
grant execute on function history_rows_add to laurel_app;
