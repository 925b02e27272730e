-- Pays a bonus once: issued points or its budget to wallets, as one movement. p_received and p_points
-- are the parts of p_users. Each kind of row is one statement, also for thousands of people. Refuses
-- bonus_paid, and as budget_take.
create or replace function bonus_pay(
  p_workspace uuid, p_id uuid, p_bonus uuid, p_actor uuid, p_at timestamptz, p_users uuid[],
  p_received bigint[], p_points bigint[]
) returns void
-- Joins with arrays stay linear, whatever the planner expects of them.
language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = off
as $$
declare
  v_total constant bigint := (select sum(points) from unnest(p_points) points);
  v_name text;
  v_budget uuid;
  v_count integer;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  if cardinality(p_users) = 0 or cardinality(p_users) <> cardinality(p_points)
    or cardinality(p_users) <> cardinality(p_received) then
    raise exception 'ledger: bad entries';
  end if;
  update bonuses set status = 'paid', people = cardinality(p_users), points_paid = v_total,
    paid_at = p_at, paid_by = p_actor
  where workspace_id = p_workspace and id = p_bonus and status = 'draft'
  returning name, budget_id into v_name, v_budget;
  if not found then
    perform refuse('bonus_paid');
  end if;
  if v_budget is not null then
    perform budget_take(p_workspace, v_budget, p_at, v_total);
  end if;

  insert into movements (workspace_id, id, type, source_id, actor_id, comment, created_at)
  values (p_workspace, p_id, 'bonus', p_bonus, p_actor, v_name, p_at);
  insert into entries (workspace_id, movement_id, position, account, budget_id, amount)
  values (p_workspace, p_id, 0, case when v_budget is null then 'issued' else 'budget' end,
    v_budget, -v_total);
  perform 1 from wallets where workspace_id = p_workspace and user_id = any (p_users)
    order by user_id for no key update;
  update wallets w set entries_count = w.entries_count + 1, balance = w.balance + part.points
  from unnest(p_users, p_points) as part (user_id, points)
  where w.workspace_id = p_workspace and w.user_id = part.user_id;
  get diagnostics v_count = row_count;
  if v_count <> cardinality(p_users) then
    raise exception 'ledger: unknown wallet';
  end if;
  insert into entries (workspace_id, movement_id, position, account, user_id, sequence, amount,
    balance_after)
  select p_workspace, p_id, part.position, 'wallet', w.user_id, w.entries_count, part.points,
    w.balance
  from wallets w
  join unnest(p_users, p_points) with ordinality as part (user_id, points, position)
    on part.user_id = w.user_id
  where w.workspace_id = p_workspace;
  insert into bonus_payments (workspace_id, bonus_id, user_id, received, points)
  select p_workspace, p_bonus, w.user_id, part.received, part.points
  from wallets w
  join unnest(p_users, p_received, p_points) as part (user_id, received, points)
    on part.user_id = w.user_id
  where w.workspace_id = p_workspace;
end $$;
revoke execute on function bonus_pay from public;
grant execute on function bonus_pay to laurel_app;
