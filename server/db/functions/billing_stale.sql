-- Returns subscriptions whose webhooks may have been lost: past the end of their period, past
-- due, or not read for a day.
create or replace function billing_stale(p_provider text, p_at timestamptz, p_limit integer)
returns setof uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select s.workspace_id from subscriptions s join billing_customers c using (workspace_id)
      join workspaces w on w.id = s.workspace_id
    where c.provider = p_provider and s.status <> 'canceled' and w.deleted_at is null
      and s.read_at <= p_at - interval '1 hour'
      and (s.period_end <= p_at or s.status = 'past_due' or s.read_at <= p_at - interval '1 day')
    order by random() -- teams whose sync fails do not hold up the others
    limit p_limit;
end $$;
revoke execute on function billing_stale from public;
grant execute on function billing_stale to laurel_app;
