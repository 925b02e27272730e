-- Takes p_cost from the allowance of a user with one conditional write, and returns what is
-- spent. Refused as no_points when nothing is left, as over_limit (with the rest) when less is
-- left than p_cost.
create or replace function allowance_take(
  p_workspace uuid, p_user uuid, p_period timestamptz, p_limit bigint, p_cost bigint
) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_spent bigint;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
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
    perform refuse(
      case when v_spent = 0 then 'no_points' else 'over_limit' end,
      jsonb_build_object('left', v_spent));
  end if;
  return v_spent;
end $$;
revoke execute on function allowance_take from public;
grant execute on function allowance_take to laurel_app;
