-- Operation: what waits, told to whoever watches the server, and what is taken away because its time is over (docs/operation.md).

-- What waits to be worked on, whosoever it is. Each count ends at 100,000: it is an alarm then, and must not become a load.
-- `mails_late_s`: since when the oldest mail that is due waits, in seconds.
create function operation_figures(p_at timestamptz) returns table (name text, value double precision)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select 'mails', count(*)::float8 from (select 1 from outbox where state = 'waiting' limit 100000) waiting
    union all select 'mails_late_s', coalesce(extract(epoch from p_at - min(nullif(greatest(due.next_at, due.created_at), '-infinity'))), 0)::float8
      from (select o.next_at, o.created_at from outbox o where o.state = 'waiting' and o.next_at <= p_at order by o.next_at limit 1000) due
    union all select 'gift_cards', count(*)::float8 from (select 1 from gift_orders where step in ('held', 'charged', 'ordered', 'releasing') limit 100000) waiting
    union all select 'provider_news', count(*)::float8 from (select 1 from webhook_events where done_at is null limit 100000) waiting;
  if to_regclass('pgboss.job') is not null then
    return query execute $jobs$ select 'jobs', count(*)::float8 from (select 1 from pgboss.job where state in ('created', 'retry', 'active') limit 100000) waiting $jobs$;
  end if;
  if to_regclass('public.hook_deliveries') is not null then
    return query execute $hooks$ select 'webhooks', count(*)::float8 from (select 1 from hook_deliveries where state = 'waiting' limit 100000) waiting $hooks$;
  end if;
end $$;

------------------------------------------------------------------ what is over

-- Mails that are out (or never will be) are found by their age.
create index outbox_done on outbox (workspace_id, created_at) where state <> 'waiting';

-- What administrators did is written down for good as far as the server goes; what is older than the term goes by this alone.
create function audit_prune(p_workspace uuid, p_before timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_gone integer;
begin
  if p_workspace is distinct from current_workspace() then raise exception 'audit: no workspace'; end if;
  if p_before > now() - interval '1 year' then raise exception 'audit: too young'; end if;
  delete from audit_log a using (select d.id from audit_log d where d.workspace_id = p_workspace and d.created_at < p_before order by d.id limit p_limit) old
  where a.workspace_id = p_workspace and a.id = old.id;
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;

revoke execute on function operation_figures(timestamptz), audit_prune(uuid, timestamptz, integer) from public;
grant execute on function operation_figures(timestamptz), audit_prune(uuid, timestamptz, integer) to laurel_app;
