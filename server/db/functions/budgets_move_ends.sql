-- Keeps the local end of the periods of open budgets in a new time zone of the workspace. The old
-- end would be no start of a day, and the period after it would last hours. No period ends before
-- p_at, because points were taken in it until then.
create or replace function budgets_move_ends(
  p_workspace uuid, p_from text, p_to text, p_at timestamptz
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'ledger: no workspace';
  end if;
  perform 1 from budgets where workspace_id = p_workspace and closed_at is null
    order by id for no key update;
  update budgets set period_end = greatest((period_end at time zone p_from) at time zone p_to, p_at)
  where workspace_id = p_workspace and closed_at is null and period_end is not null;
end $$;
revoke execute on function budgets_move_ends from public;
grant execute on function budgets_move_ends to laurel_app;
