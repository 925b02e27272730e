-- Adds the snapshot at the end of p_day: the sums of the previous snapshot and of the days since.
-- The caller has locked posts and redemptions of the workspace. Does nothing when another process
-- was faster.
create or replace function report_snapshot_create(p_workspace uuid, p_day date) returns void
language plpgsql as $$
declare
  v_last date := (select max(day) from report_snapshots where workspace_id = p_workspace);
  o record;
begin
  if p_day <= v_last then return; end if;
  for o in
    select user_id, sum(given_points) as given_points,
      sum(private_given_points) as private_given_points, sum(received_points) as received_points,
      sum(private_received_points) as private_received_points, sum(given_posts) as given_posts,
      sum(received_posts) as received_posts, sum(purchases) as purchases,
      max(last_received_day) as last_received_day
    from (
      select user_id, given_points, private_given_points, received_points,
        private_received_points, given_posts, received_posts, purchases, last_received_day
      from user_snapshots
      where workspace_id = p_workspace and day = v_last
      union all
      select user_id, given_points * (not private)::int, given_points * private::int,
        received_points * (not private)::int, received_points * private::int,
        given_posts, received_posts, 0, case when received_posts > 0 then day end
      from daily_recognition
      where workspace_id = p_workspace and day > coalesce(v_last, '-infinity') and day <= p_day
      union all
      select user_id, 0, 0, 0, 0, 0, 0, purchases, null
      from daily_redemptions
      where workspace_id = p_workspace and day > coalesce(v_last, '-infinity') and day <= p_day
    ) parts
    group by user_id
    order by user_id
  loop
    insert into user_snapshots (workspace_id, day, user_id, given_points, private_given_points,
      received_points, private_received_points, given_posts, received_posts, purchases,
      last_received_day)
    values (p_workspace, p_day, o.user_id, o.given_points, o.private_given_points,
      o.received_points, o.private_received_points, o.given_posts, o.received_posts, o.purchases,
      o.last_received_day);
  end loop;
  perform report_snapshot_sum_days(p_workspace, v_last, p_day);
  perform daily_rewards_sum(p_workspace, v_last, p_day);
  insert into report_snapshots (workspace_id, day) values (p_workspace, p_day);
end $$;
revoke execute on function report_snapshot_create from public;
grant execute on function report_snapshot_create to laurel_app;
