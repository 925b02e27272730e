-- Takes p_cost from the balance of a budget with one conditional write; post_create writes the
-- entries. Refused as budget_unavailable for an unknown, closed or ended budget, and as
-- budget_overdrawn, with the rest, when less is left than p_cost.
create or replace function budget_take(
  p_workspace uuid, p_budget uuid, p_at timestamptz, p_cost bigint
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_left bigint;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  if p_cost < 1 then raise exception 'ledger: bad cost'; end if;
  update budgets set balance = balance - p_cost
  where workspace_id = p_workspace and id = p_budget and closed_at is null
    and (period_end is null or period_end > p_at) and balance >= p_cost;
  if not found then
    select balance into v_left from budgets where workspace_id = p_workspace and id = p_budget
      and closed_at is null and (period_end is null or period_end > p_at);
    if v_left is null then
      perform refuse('budget_unavailable', '{"field": "budget_id"}');
    end if;
    perform refuse('budget_overdrawn', jsonb_build_object('field', 'budget_id', 'left', v_left));
  end if;
end $$;
revoke execute on function budget_take from public;
grant execute on function budget_take to laurel_app;
