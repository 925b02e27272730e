-- Returns the earliest due time of each queue, for all teams. A leased row is due when its lease
-- expires. Rows behind many leased mails are found once those are sent.
create or replace function work_due() returns table (queue text, next_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive waiting as (
    (select d.workspace_id, d.hook_id, d.next_at from hook_deliveries d where d.state = 'waiting'
      order by 1, 2, 3 limit 1)
    union all
    select n.* from waiting w, lateral (
      select d.workspace_id, d.hook_id, d.next_at from hook_deliveries d
      where d.state = 'waiting' and (d.workspace_id, d.hook_id) > (w.workspace_id, w.hook_id)
        order by 1, 2, 3 limit 1) n
  )
  select 'outbox', min(greatest(o.next_at, o.leased_until))
  from (select m.next_at, m.leased_until from outbox m where m.state = 'waiting'
    order by m.next_at limit 200) o
  union all
  select 'hook_deliveries', min(greatest(w.next_at, h.wait_until)) from waiting w
  join hooks h on h.workspace_id = w.workspace_id and h.id = w.hook_id
  join workspaces o on o.id = w.workspace_id
  where h.state = 'active' and o.deleted_at is null
  union all
  select 'gift_orders', min(g.next_at) from gift_orders g
  where g.step in ('held', 'charged', 'ordered', 'releasing')
  union all
  select 'local_subscriptions', (select s.due_at from local_subscriptions s
    join workspaces w on w.id = s.workspace_id and w.deleted_at is null
    where s.status <> 'canceled' order by s.due_at limit 1)
  union all
  select e.provider || '_events', min(e.next_at) from webhook_events e
  where e.done_at is null group by e.provider
$$;
revoke execute on function work_due from public;
grant execute on function work_due to laurel_app;
