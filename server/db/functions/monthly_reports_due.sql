-- Returns workspaces that wait for the report of the month before `month`: from 9 on the first
-- working day (Monday to Friday) of a month until three days after its start, in the time of the
-- workspace. A server that was down for longer skips the month.
create or replace function monthly_reports_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, month date)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select s.workspace_id, local.month
    from settings s
    join workspaces w on w.id = s.workspace_id and w.deleted_at is null and not w.demo
    cross join lateral (
      select p_at at time zone s.timezone as moment,
        date_trunc('month', p_at at time zone s.timezone)::date as month) local
    cross join lateral (
      select local.month
        + case extract(isodow from local.month) when 6 then 2 when 7 then 1 else 0 end as day) start
    where s.notify_monthly_report and s.report_month is distinct from local.month
      and local.moment >= start.day + interval '9 hours'
      and local.moment < start.day + interval '3 days'
    order by random() -- teams whose report fails do not hold up the others
    limit p_limit;
end $$;
revoke execute on function monthly_reports_due from public;
grant execute on function monthly_reports_due to laurel_app;
