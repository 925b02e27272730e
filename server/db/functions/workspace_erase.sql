-- Deletes everything of a workspace that is marked as deleted, after
-- deleted_workspace_prune_accounts and its address for single sign-on, which is on the coordinator of
-- a cluster. Returns the storage keys of its files, which the caller deletes.
create or replace function workspace_erase(p_workspace uuid) returns text[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_keys text[];
begin
  if not exists (select 1 from workspaces where id = p_workspace and deleted_at is not null) then
    return '{}';
  end if;
  select coalesce(array_agg(storage_key), '{}') into v_keys from (
    select storage_key from files where workspace_id = p_workspace
    union all
    -- The parts of archives (workflows/workspace-exports/archive-parts.ts).
    select 'export-' || e.parts_id || '-' || lpad(n::text, 5, '0') || '.zip'
    from workspace_exports e, generate_series(0, e.parts_count - 1) n
    where e.workspace_id = p_workspace) keys;
  perform workspace_reset(p_workspace);
  delete from rewards where workspace_id = p_workspace;
  delete from point_worths where workspace_id = p_workspace;
  delete from price_factors where workspace_id = p_workspace;
  delete from tax_rules where workspace_id = p_workspace;
  delete from point_expiry where workspace_id = p_workspace;
  delete from yearly_budgets where workspace_id = p_workspace;
  delete from outbox where workspace_id = p_workspace;
  delete from imports where workspace_id = p_workspace;
  delete from people_sync_runs where workspace_id = p_workspace;
  delete from people_sync_settings where workspace_id = p_workspace;
  update workspaces set logo_file_id = null where id = p_workspace;
  update users set avatar_file_id = null, invited_by = null where workspace_id = p_workspace;
  delete from users where workspace_id = p_workspace;
  delete from workspaces where id = p_workspace;
  return v_keys;
end $$;
revoke execute on function workspace_erase from public;
grant execute on function workspace_erase to laurel_app;
