-- The only door to points. These functions run as the schema's owner; laurel_app itself may not write
-- wallets, movements, entries or allowances. Errors carry SQLSTATE LA001, the code as message, params as detail.

create function refuse(code text, params jsonb default '{}') returns void language plpgsql as $$
begin
  raise exception using errcode = 'LA001', message = code, detail = params::text;
end $$;

-- One movement whose entries sum to zero. `p_users` and `p_amounts` (same length, users distinct, amounts not zero)
-- are the wallets' parts; `p_account` takes the rest. Wallets are locked in the order of their ids, so that no two
-- movements deadlock. A debit below zero is refused as not_enough_points unless p_overdraw.
-- Answers the balances after it, in the order of p_users.
create function ledger_move(
  p_workspace uuid, p_id uuid, p_type text, p_source uuid, p_actor uuid, p_at timestamptz, p_comment text, p_demo boolean,
  p_users uuid[], p_amounts bigint[], p_account text, p_overdraw boolean
) returns bigint[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_total bigint := 0;
  v_balances bigint[];
begin
  if p_workspace is distinct from current_workspace() then raise exception 'ledger: no workspace'; end if;
  if cardinality(p_users) = 0 or cardinality(p_users) <> cardinality(p_amounts) then raise exception 'ledger: bad entries'; end if;

  insert into movements (workspace_id, id, type, source_id, actor_id, comment, demo, created_at)
  values (p_workspace, p_id, p_type, p_source, p_actor, p_comment, p_demo, p_at);

  if cardinality(p_users) > 1 then
    perform 1 from wallets where workspace_id = p_workspace and user_id = any (p_users) order by user_id for no key update;
  end if;

  with part as (
    select u.user_id, u.amount, u.position::smallint as position
    from unnest(p_users, p_amounts) with ordinality as u (user_id, amount, position)
  ), moved as (
    update wallets w set balance = w.balance + part.amount, entries_count = w.entries_count + 1
    from part where w.workspace_id = p_workspace and w.user_id = part.user_id
    returning w.user_id, part.amount, part.position, w.balance, w.entries_count
  ), written as (
    insert into entries (workspace_id, movement_id, position, account, user_id, sequence, amount, balance_after)
    select p_workspace, p_id, position, 'wallet', user_id, entries_count, amount, balance from moved
    returning amount, balance_after, position
  )
  select sum(amount), array_agg(balance_after order by position) into v_total, v_balances from written;

  if cardinality(v_balances) is distinct from cardinality(p_users) then raise exception 'ledger: unknown wallet'; end if;
  if not p_overdraw then
    for i in 1 .. cardinality(p_users) loop
      if p_amounts[i] < 0 and v_balances[i] < 0 then
        perform refuse('not_enough_points', jsonb_build_object('balance', v_balances[i] - p_amounts[i]));
      end if;
    end loop;
  end if;

  if v_total <> 0 then
    insert into entries (workspace_id, movement_id, position, account, amount)
    values (p_workspace, p_id, 0, p_account, -v_total);
  end if;
  return v_balances;
end $$;

-- A movement between two of the workspace's own accounts (held points become redeemed).
create function ledger_settle(
  p_workspace uuid, p_id uuid, p_type text, p_source uuid, p_actor uuid, p_at timestamptz, p_demo boolean,
  p_from text, p_to text, p_amount bigint
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then raise exception 'ledger: no workspace'; end if;
  if p_amount <= 0 or p_from = p_to then raise exception 'ledger: bad entries'; end if;
  insert into movements (workspace_id, id, type, source_id, actor_id, demo, created_at)
  values (p_workspace, p_id, p_type, p_source, p_actor, p_demo, p_at);
  insert into entries (workspace_id, movement_id, position, account, amount)
  values (p_workspace, p_id, 0, p_from, -p_amount), (p_workspace, p_id, 1, p_to, p_amount);
end $$;

-- Every user has a wallet and a row of permissions (none) from the start.
create function user_open() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into wallets (workspace_id, user_id) values (new.workspace_id, new.id);
  insert into permissions (workspace_id, user_id) values (new.workspace_id, new.id);
  return null;
end $$;
create trigger users_open after insert on users for each row execute function user_open();

-- Takes p_cost out of what the user may still give: one conditional write, no reading first.
-- Refused as no_points when nothing is left, as over_limit (with what is left) when it costs more.
create function allowance_take(p_workspace uuid, p_user uuid, p_period timestamptz, p_limit bigint, p_cost bigint)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_spent bigint;
begin
  if p_workspace is distinct from current_workspace() then raise exception 'ledger: no workspace'; end if;
  if p_cost < 1 then raise exception 'ledger: bad cost'; end if;
  if p_limit is null or p_cost <= p_limit then
    insert into allowances as a (workspace_id, user_id, period_start, spent)
    values (p_workspace, p_user, p_period, p_cost)
    on conflict (workspace_id, user_id, period_start) do update set spent = a.spent + p_cost
      where p_limit is null or a.spent + p_cost <= p_limit
    returning spent into v_spent;
  end if;
  if v_spent is null then
    select spent into v_spent from allowances
    where workspace_id = p_workspace and user_id = p_user and period_start = p_period;
    v_spent := greatest(p_limit - coalesce(v_spent, 0), 0);
    perform refuse(case when v_spent = 0 then 'no_points' else 'over_limit' end, jsonb_build_object('left', v_spent));
  end if;
  return v_spent;
end $$;

-- Gives p_amount back to the allowance of a period.
create function allowance_return(p_workspace uuid, p_user uuid, p_period timestamptz, p_amount bigint)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then raise exception 'ledger: no workspace'; end if;
  update allowances set spent = greatest(spent - p_amount, 0)
  where workspace_id = p_workspace and user_id = p_user and period_start = p_period;
end $$;
