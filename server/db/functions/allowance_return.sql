-- Returns p_amount to the allowance of a limit period.
create or replace function allowance_return(
  p_workspace uuid, p_user uuid, p_period timestamptz, p_amount bigint
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  update allowances set spent = greatest(spent - p_amount, 0)
  where workspace_id = p_workspace and user_id = p_user and period_start = p_period;
end $$;
revoke execute on function allowance_return from public;
grant execute on function allowance_return to laurel_app;
