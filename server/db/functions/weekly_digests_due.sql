-- Returns workspaces that wait for the digest of the week before `week`: from Monday at 9 until the
-- end of Tuesday, in the time of the workspace. A server that was down for longer skips the week.
create or replace function weekly_digests_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, week date)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select s.workspace_id, local.week
    from settings s
    join workspaces w on w.id = s.workspace_id and w.deleted_at is null and not w.demo
    cross join lateral (
      select p_at at time zone s.timezone as moment,
        date_trunc('week', p_at at time zone s.timezone)::date as week) local
    where s.notify_weekly_digest and s.digest_week is distinct from local.week
      and local.moment >= local.week + interval '9 hours'
      and local.moment < local.week + interval '2 days'
    order by random() -- teams whose digest fails do not hold up the others
    limit p_limit;
end $$;
revoke execute on function weekly_digests_due from public;
grant execute on function weekly_digests_due to laurel_app;
