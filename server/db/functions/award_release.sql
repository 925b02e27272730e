-- Releases the held points of a declined or withdrawn gift: held to its budget. A budget that has
-- been closed or is in another period since gets nothing, as after the deletion of a post: its
-- points return to the issued ones.
create or replace function award_release(
  p_workspace uuid, p_id uuid, p_gift uuid, p_actor uuid, p_at timestamptz
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_held record;
  v_budget uuid;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  select m.created_at, e.budget_id, -e.amount as points into strict v_held from movements m
    join entries e on e.workspace_id = m.workspace_id and e.movement_id = m.id
      and e.budget_id is not null
    where m.workspace_id = p_workspace and m.type = 'award_held' and m.source_id = p_gift;
  update budgets set balance = balance + v_held.points
    where workspace_id = p_workspace and id = v_held.budget_id and closed_at is null
      and period_start <= v_held.created_at and (period_end is null or period_end > p_at)
    returning id into v_budget;
  insert into movements (workspace_id, id, type, source_id, actor_id, created_at)
  values (p_workspace, p_id, 'award_released', p_gift, p_actor, p_at);
  insert into entries (workspace_id, movement_id, position, account, budget_id, amount)
  values (p_workspace, p_id, 0, 'held', null, -v_held.points),
    (p_workspace, p_id, 1, case when v_budget is null then 'issued' else 'budget' end, v_budget,
      v_held.points);
end $$;
revoke execute on function award_release from public;
grant execute on function award_release to laurel_app;
