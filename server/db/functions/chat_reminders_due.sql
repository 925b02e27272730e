-- Returns workspaces with a connected chat that wait for the weekly message: from Thursday at 10 until
-- the end of Friday, in the time of the workspace. Only those with a link that did not get it yet.
create or replace function chat_reminders_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, provider text, week date)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select c.workspace_id, c.provider, local.week
    from chat_connections c
    join workspaces w on w.id = c.workspace_id and w.deleted_at is null
    join settings s on s.workspace_id = c.workspace_id
    cross join lateral (
      select p_at at time zone s.timezone as moment,
        date_trunc('week', p_at at time zone s.timezone)::date as week) local
    where c.state = 'connected' and c.direct_messages
      and local.moment >= local.week + interval '3 days 10 hours'
      and local.moment < local.week + interval '5 days'
      and exists (select from chat_links l where l.workspace_id = c.workspace_id
        and l.provider = c.provider and l.reminded_week is distinct from local.week)
    order by random() -- teams whose messages fail do not hold up the others
    limit p_limit;
end $$;
revoke execute on function chat_reminders_due from public;
grant execute on function chat_reminders_due to laurel_app;
