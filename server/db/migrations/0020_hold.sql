-- Takes a team in hand before much of it is taken away: first what people at work lock before they reach the row of the team
-- (posts, allowances, purchases, rewards, each kind in the order of its ids, as they do), then that row, which every movement
-- of points points at. Who holds one of them has what it needs to end, so nobody waits in a circle.
create function workspace_hold(p_workspace uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then raise exception 'hold: no workspace'; end if;
  perform 1 from posts where workspace_id = p_workspace order by id for update;
  perform 1 from allowances where workspace_id = p_workspace order by user_id, period_start for update;
  perform 1 from rewards where workspace_id = p_workspace order by id for update;
  perform 1 from purchases where workspace_id = p_workspace order by id for update;
  perform 1 from workspaces where id = p_workspace for update;
end $$;
