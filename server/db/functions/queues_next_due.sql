-- Returns the earliest due time of each queue, for all teams. A leased row is due when its lease
-- expires. Rows behind many leased mails are found once those are sent.
create or replace function queues_next_due() returns table (queue text, next_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
  select 'outbox', min(greatest(o.next_at, o.leased_until))
  from (select m.next_at, m.leased_until from outbox m where m.state = 'waiting'
    order by m.next_at limit 200) o;
  return query
  select 'hook_deliveries', min(greatest(w.next_at, w.wait_until)) from (
    select h.wait_until, case when h.channel_id is null then
        (select min(d.next_at) from hook_deliveries d
        where d.workspace_id = h.workspace_id and d.hook_id = h.id and d.state = 'waiting')
      else
        (select d.next_at from hook_deliveries d
        where d.workspace_id = h.workspace_id and d.hook_id = h.id and d.state = 'waiting'
        order by d.created_at, d.subject_id, d.id limit 1)
      end as next_at
    from hooks h join workspaces o on o.id = h.workspace_id
    where h.state = 'active' and o.deleted_at is null) w
  where w.next_at is not null;
  return query
  select 'gift_orders', min(g.next_at) from gift_orders g
  where g.step in ('held', 'charged', 'ordered', 'releasing');
  return query
  select 'local_subscriptions', min(s.due_at) from local_subscriptions s
  join workspaces w on w.id = s.workspace_id and w.deleted_at is null
  where s.status <> 'canceled';
  return query
  select e.provider || '_events', min(e.next_at) from webhook_events e
  where e.done_at is null group by e.provider;
end $$;
revoke execute on function queues_next_due from public;
grant execute on function queues_next_due to laurel_app;
