-- Ends the period of a budget at p_end: the rest beyond carry_over_max expires, and the points of
-- the next period are added. A budget without a next period (p_next_end null) is closed and keeps
-- nothing. Returns the expired points, or null if another transaction has ended the period.
create or replace function budget_renew(
  p_workspace uuid, p_budget uuid, p_end timestamptz, p_next_end timestamptz, p_expired_id uuid,
  p_funded_id uuid
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_budget budgets%rowtype;
  v_expired bigint;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  select * into v_budget from budgets where workspace_id = p_workspace and id = p_budget
    and closed_at is null and period_end = p_end for no key update;
  if not found then return null; end if;
  v_expired := greatest(v_budget.balance
    - case when p_next_end is null then 0 else v_budget.carry_over_max end, 0);
  if v_expired > 0 then
    perform budget_move(p_workspace, p_expired_id, 'budget_expired', p_expired_id, null, p_end, '',
      p_budget, null, v_expired);
  end if;
  if p_next_end is null then
    update budgets set closed_at = p_end where workspace_id = p_workspace and id = p_budget;
    return v_expired;
  end if;
  update budgets set funded = balance, period_start = p_end, period_end = p_next_end
    where workspace_id = p_workspace and id = p_budget;
  perform budget_move(p_workspace, p_funded_id, 'budget_funded', p_funded_id, null, p_end, '',
    null, p_budget, v_budget.points);
  return v_expired;
end $$;
revoke execute on function budget_renew from public;
grant execute on function budget_renew to laurel_app;
