-- Holds points of a budget for a gift that awaits its approval: budget to held. Refuses as
-- budget_take.
create or replace function award_hold(
  p_workspace uuid, p_id uuid, p_gift uuid, p_actor uuid, p_at timestamptz, p_budget uuid,
  p_points bigint
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform budget_take(p_workspace, p_budget, p_at, p_points);
  insert into movements (workspace_id, id, type, source_id, actor_id, created_at)
  values (p_workspace, p_id, 'award_held', p_gift, p_actor, p_at);
  insert into entries (workspace_id, movement_id, position, account, budget_id, amount)
  values (p_workspace, p_id, 0, 'budget', p_budget, -p_points),
    (p_workspace, p_id, 1, 'held', null, p_points);
end $$;
revoke execute on function award_hold from public;
grant execute on function award_hold to laurel_app;
