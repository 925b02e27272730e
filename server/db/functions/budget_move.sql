-- Moves points between two budgets, or between a budget and the issued points (null) of the
-- workspace, as one movement. Refused as budget_overdrawn, with the rest, when the first budget has
-- less than p_points. `budget_recovered` returns given points, so it adds nothing to `funded`.
create or replace function budget_move(
  p_workspace uuid, p_id uuid, p_type text, p_source uuid, p_actor uuid, p_at timestamptz,
  p_reason text, p_from uuid, p_to uuid, p_points bigint
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_left bigint;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  if p_points < 1 or p_type not like 'budget\_%' or p_from is not distinct from p_to then
    raise exception 'ledger: bad entries';
  end if;
  perform 1 from budgets where workspace_id = p_workspace and id in (p_from, p_to)
    order by id for no key update;
  if p_from is not null then
    update budgets set balance = balance - p_points, funded = funded - p_points
    where workspace_id = p_workspace and id = p_from and balance >= p_points;
    if not found then
      select balance into strict v_left from budgets
        where workspace_id = p_workspace and id = p_from;
      perform refuse('budget_overdrawn', jsonb_build_object('field', 'points', 'left', v_left));
    end if;
  end if;
  if p_to is not null then
    update budgets set balance = balance + p_points,
      funded = funded + case when p_type = 'budget_recovered' then 0 else p_points end
    where workspace_id = p_workspace and id = p_to;
    if not found then raise exception 'ledger: unknown budget'; end if;
  end if;
  insert into movements (workspace_id, id, type, source_id, actor_id, comment, created_at)
  values (p_workspace, p_id, p_type, p_source, p_actor, p_reason, p_at);
  insert into entries (workspace_id, movement_id, position, account, budget_id, amount)
  values (p_workspace, p_id, 0, case when p_from is null then 'issued' else 'budget' end, p_from,
      -p_points),
    (p_workspace, p_id, 1, case when p_to is null then 'issued' else 'budget' end, p_to, p_points);
end $$;
revoke execute on function budget_move from public;
grant execute on function budget_move to laurel_app;
