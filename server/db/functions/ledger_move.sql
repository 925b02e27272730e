-- Writes one movement whose entries sum to zero, and returns the balances after it, in the order
-- of p_users. p_users and p_amounts (same length, distinct users, no zero) are the parts of the
-- wallets; p_account (with p_budget for 'budget') takes the rest. A debit below zero is refused as not_enough_points unless
-- p_overdraw.
-- Runs as the owner: laurel_app itself may not write wallets, movements, entries or allowances.
-- Wallets are locked in the order of their ids, so that no two movements deadlock.
create or replace function ledger_move(
  p_workspace uuid, p_id uuid, p_type text, p_source uuid, p_actor uuid, p_at timestamptz,
  p_comment text, p_demo boolean, p_users uuid[], p_amounts bigint[], p_account text,
  p_overdraw boolean, p_budget uuid default null
) returns bigint[]
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_total bigint;
  v_balances bigint[];
  v_counts bigint[];
  v_position integer;
  o record;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  if cardinality(p_users) = 0 or cardinality(p_users) <> cardinality(p_amounts) then
    raise exception 'ledger: bad entries';
  end if;

  insert into movements (workspace_id, id, type, source_id, actor_id, comment, demo, created_at)
  values (p_workspace, p_id, p_type, p_source, p_actor, p_comment, p_demo, p_at);

  if cardinality(p_users) > 1 then
    perform 1 from wallets where workspace_id = p_workspace and user_id = any (p_users)
      order by user_id for no key update;
  end if;

  v_balances := array_fill(null::bigint, array[cardinality(p_users)]);
  v_counts := v_balances;
  for o in
    update wallets set entries_count = entries_count + 1,
      balance = balance + p_amounts[array_position(p_users, user_id)]
    where workspace_id = p_workspace and user_id = any (p_users)
    returning user_id, balance, entries_count
  loop
    v_position := array_position(p_users, o.user_id);
    v_balances[v_position] := o.balance;
    v_counts[v_position] := o.entries_count;
  end loop;
  if array_position(v_balances, null) is not null then
    raise exception 'ledger: unknown wallet';
  end if;
  if not p_overdraw then
    for i in 1 .. cardinality(p_users) loop
      if p_amounts[i] < 0 and v_balances[i] < 0 then
        perform refuse('not_enough_points',
          jsonb_build_object('balance', v_balances[i] - p_amounts[i]));
      end if;
    end loop;
  end if;

  for i in 1 .. cardinality(p_users) loop
    insert into entries (workspace_id, movement_id, position, account, user_id, sequence, amount,
      balance_after)
    values (p_workspace, p_id, i, 'wallet', p_users[i], v_counts[i], p_amounts[i], v_balances[i]);
  end loop;
  v_total := (select sum(amount) from unnest(p_amounts) amount);
  if v_total <> 0 then
    insert into entries (workspace_id, movement_id, position, account, budget_id, amount)
    values (p_workspace, p_id, 0, p_account, p_budget, -v_total);
  end if;
  return v_balances;
end $$;
revoke execute on function ledger_move from public;
grant execute on function ledger_move to laurel_app;
