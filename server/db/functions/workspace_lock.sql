-- Locks a workspace before much of it is deleted: first the rows that other transactions lock
-- before they reach the workspace's row (custom days, awards, their gifts, bonuses, nomination
-- rounds, posts, allowances, budgets, rewards, purchases, each in the order of their ids, as they
-- do), then that row, which every movement of points refers to. So no two transactions deadlock.
create or replace function workspace_lock(p_workspace uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'hold: no workspace';
  end if;
  perform 1 from custom_days where workspace_id = p_workspace order by id for update;
  perform 1 from awards where workspace_id = p_workspace order by id for update;
  perform 1 from award_gifts where workspace_id = p_workspace order by id for update;
  perform 1 from bonuses where workspace_id = p_workspace order by id for update;
  perform 1 from nomination_rounds where workspace_id = p_workspace order by id for update;
  perform 1 from posts where workspace_id = p_workspace order by id for update;
  perform 1 from allowances where workspace_id = p_workspace order by user_id, period_start
    for update;
  perform 1 from budgets where workspace_id = p_workspace order by id for update;
  perform 1 from rewards where workspace_id = p_workspace order by id for update;
  perform 1 from purchases where workspace_id = p_workspace order by id for update;
  perform 1 from workspaces where id = p_workspace for update;
end $$;
revoke execute on function workspace_lock from public;
grant execute on function workspace_lock to laurel_app;
