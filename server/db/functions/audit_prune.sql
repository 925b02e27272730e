-- Deletes at most p_limit entries of the audit log older than p_before, which must be at least a
-- year ago. Returns their number. Only this function deletes from the audit log.
create or replace function audit_prune(p_workspace uuid, p_before timestamptz, p_limit integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_gone integer;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'audit: no workspace';
  end if;
  if p_before > now() - interval '1 year' then raise exception 'audit: too young'; end if;
  delete from audit_log a using (
    select d.id from audit_log d where d.workspace_id = p_workspace and d.created_at < p_before
    order by d.id limit p_limit) old
  where a.workspace_id = p_workspace and a.id = old.id;
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;
revoke execute on function audit_prune from public;
grant execute on function audit_prune to laurel_app;
