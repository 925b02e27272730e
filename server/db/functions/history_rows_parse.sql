-- Stores what a check has read of rows, whose lines lie between p_first and p_last.
create or replace function history_rows_parse(
  p_workspace uuid, p_import uuid, p_first integer, p_last integer, p_rows jsonb
) returns void
language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  update history_rows r set post_id = o.post_id, posted_at = o.posted_at, day = o.day,
    giver = o.giver, receivers = o.receivers, points = o.points, body = o.body, tag = o.tag,
    private = o.private, code = o.code
  from jsonb_to_recordset(p_rows) as o (line integer, post_id uuid, posted_at timestamptz,
    day date, giver text, receivers text[], points integer, body text, tag text, private boolean,
    code text)
  where r.workspace_id = p_workspace and r.import_id = p_import and r.line between p_first and p_last
    and r.line = o.line;
end $$;
revoke execute on function history_rows_parse from public;
grant execute on function history_rows_parse to laurel_app;
