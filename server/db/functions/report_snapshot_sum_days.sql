-- Writes daily_totals and daily_values of the days after p_after up to p_until (p_after null: of
-- all days up to p_until) from the daily rollups, and the months of these days. The caller has
-- deleted earlier rows of the days.
create or replace function report_snapshot_sum_days(
  p_workspace uuid, p_after date, p_until date
) returns void
language plpgsql as $$
declare
  o record;
begin
  for o in
    select day, value_id, private, sum(received_points) as points, sum(given_posts) as posts
    from daily_recognition
    where workspace_id = p_workspace and day > coalesce(p_after, '-infinity') and day <= p_until
    group by day, value_id, private
    having sum(received_points) <> 0 or sum(given_posts) <> 0
    order by day, value_id, private
  loop
    insert into daily_values (workspace_id, day, value_id, private, points, posts)
    values (p_workspace, o.day, o.value_id, o.private, o.points, o.posts);
  end loop;
  perform report_snapshot_sum_months(p_workspace, coalesce(p_after + 1, '-infinity'), p_until);

  for o in
    select day, sum(granted) as granted, sum(spent) as spent, count(distinct user_id) as active
    from (
      select day, user_id, given_points as granted, 0 as spent from daily_recognition
      where workspace_id = p_workspace and day > coalesce(p_after, '-infinity') and day <= p_until
        and (given_posts > 0 or received_posts > 0)
      union all
      select day, user_id, 0, points from daily_redemptions
      where workspace_id = p_workspace and day > coalesce(p_after, '-infinity') and day <= p_until
        and purchases > 0) acts
    group by day
  loop
    insert into daily_totals (workspace_id, day, granted, spent, active)
    values (p_workspace, o.day, o.granted, o.spent, o.active);
  end loop;
end $$;
revoke execute on function report_snapshot_sum_days from public;
grant execute on function report_snapshot_sum_days to laurel_app;
