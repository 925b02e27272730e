-- Replaces the rows of monthly_values from the month of p_first to the month of p_last by the sums
-- of daily_values.
create or replace function report_snapshot_sum_months(
  p_workspace uuid, p_first date, p_last date
) returns void
language plpgsql as $$
declare
  v_first date := date_trunc('month', p_first::timestamp)::date;
  o record;
begin
  delete from monthly_values
  where workspace_id = p_workspace and month >= v_first and month <= p_last;
  for o in
    select date_trunc('month', day::timestamp)::date as month, value_id, private,
      sum(points) as points, sum(posts) as posts
    from daily_values
    where workspace_id = p_workspace and day >= v_first
      and date_trunc('month', day::timestamp)::date <= p_last
    group by 1, 2, 3
    order by 1, 2, 3
  loop
    insert into monthly_values (workspace_id, month, value_id, private, points, posts)
    values (p_workspace, o.month, o.value_id, o.private, o.points, o.posts);
  end loop;
end $$;
revoke execute on function report_snapshot_sum_months from public;
grant execute on function report_snapshot_sum_months to laurel_app;
