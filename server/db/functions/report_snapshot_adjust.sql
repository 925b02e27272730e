-- Adds a change of a day that snapshots already contain to these snapshots. Such changes are rare:
-- a deleted post, another value of a post, a declined purchase.
create or replace function report_snapshot_adjust(
  p_workspace uuid, p_day date, p_user uuid, p_private boolean, p_given_points bigint,
  p_given_posts bigint, p_received_points bigint, p_received_posts bigint, p_purchases bigint
) returns void
language plpgsql as $$
declare
  v_days date[];
  v_day date;
  v_received date;
begin
  -- Concurrent changes before the same snapshot run one after the other, so that the second
  -- counts the days with the first.
  select array_agg(day order by day) into v_days from (
    select day from report_snapshots where workspace_id = p_workspace and day >= p_day
    order by day for no key update) locked;
  foreach v_day in array coalesce(v_days, '{}') loop
    v_received := (
      select r.day from daily_recognition r where r.workspace_id = p_workspace
        and r.user_id = p_user and r.day <= v_day and r.received_posts > 0
      order by r.day desc limit 1);
    insert into user_snapshots as s (workspace_id, day, user_id, given_points,
      private_given_points, received_points, private_received_points, given_posts,
      received_posts, purchases, last_received_day)
    values (p_workspace, v_day, p_user, p_given_points * (not p_private)::int,
      p_given_points * p_private::int, p_received_points * (not p_private)::int,
      p_received_points * p_private::int, p_given_posts, p_received_posts, p_purchases,
      v_received)
    on conflict (workspace_id, day, user_id) do update set
      given_points = s.given_points + excluded.given_points,
      private_given_points = s.private_given_points + excluded.private_given_points,
      received_points = s.received_points + excluded.received_points,
      private_received_points = s.private_received_points + excluded.private_received_points,
      given_posts = s.given_posts + excluded.given_posts,
      received_posts = s.received_posts + excluded.received_posts,
      purchases = s.purchases + excluded.purchases,
      last_received_day = excluded.last_received_day;
  end loop;
  delete from daily_values where workspace_id = p_workspace and day = p_day;
  delete from daily_totals where workspace_id = p_workspace and day = p_day;
  perform report_snapshot_sum_days(p_workspace, p_day - 1, p_day);
end $$;
revoke execute on function report_snapshot_adjust from public;
grant execute on function report_snapshot_adjust to laurel_app;
