-- Returns counts of pending work for the metrics (docs/operation.md). Each count ends at
-- 100,000, so that counting stays cheap.
-- mails_late_s is the age in seconds of the oldest mail that is due. Invitations that wait for
-- the budget of another day are no backlog.
create or replace function pending_work_counts(p_at timestamptz)
returns table (name text, value double precision)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select 'mails', count(*)::float8
      from (select 1 from outbox o
        where o.state = 'waiting' and (o.next_at <= p_at or o.attempts > 0)
        limit 100000) waiting
    union all select 'mails_late_s', coalesce(extract(epoch from
        p_at - min(nullif(greatest(due.next_at, due.created_at), '-infinity'))), 0)::float8
      from (select o.next_at, o.created_at from outbox o
        where o.state = 'waiting' and o.next_at <= p_at order by o.next_at limit 1000) due
    union all select 'gift_cards', count(*)::float8
      from (select 1 from gift_orders
        where step in ('held', 'charged', 'ordered', 'releasing') limit 100000) waiting
    union all select 'provider_events', count(*)::float8
      from (select 1 from webhook_events where done_at is null limit 100000) waiting;
  if to_regclass('pgboss.job') is not null then
    return query execute $jobs$ select 'jobs', count(*)::float8
      from (select 1 from pgboss.job
        where state in ('created', 'retry', 'active') limit 100000) waiting $jobs$;
  end if;
  if to_regclass('public.hook_deliveries') is not null then
    return query execute $hooks$ select 'webhooks', count(*)::float8
      from (select 1 from hook_deliveries where state = 'waiting' limit 100000) waiting $hooks$;
  end if;
end $$;
revoke execute on function pending_work_counts from public;
grant execute on function pending_work_counts to laurel_app;
