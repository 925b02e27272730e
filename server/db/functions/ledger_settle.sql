-- Writes a movement between two accounts of the workspace, for example from held to redeemed.
create or replace function ledger_settle(
  p_workspace uuid, p_id uuid, p_type text, p_source uuid, p_actor uuid, p_at timestamptz,
  p_demo boolean, p_from text, p_to text, p_amount bigint
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  if p_amount <= 0 or p_from = p_to then raise exception 'ledger: bad entries'; end if;
  insert into movements (workspace_id, id, type, source_id, actor_id, demo, created_at)
  values (p_workspace, p_id, p_type, p_source, p_actor, p_demo, p_at);
  insert into entries (workspace_id, movement_id, position, account, amount)
  values (p_workspace, p_id, 0, p_from, -p_amount), (p_workspace, p_id, 1, p_to, p_amount);
end $$;
revoke execute on function ledger_settle from public;
grant execute on function ledger_settle to laurel_app;
