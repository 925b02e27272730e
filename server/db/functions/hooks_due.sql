-- Returns webhooks with a due delivery, in random order. One index step for each webhook with
-- waiting deliveries, however many there are.
create or replace function hooks_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, hook_id uuid)
language sql volatile security definer set search_path = public, pg_temp as $$
  with recursive waiting as (
    (select d.workspace_id, d.hook_id, d.next_at from hook_deliveries d where d.state = 'waiting'
      order by 1, 2, 3 limit 1)
    union all
    select n.* from waiting w, lateral (
      select d.workspace_id, d.hook_id, d.next_at from hook_deliveries d
      where d.state = 'waiting' and (d.workspace_id, d.hook_id) > (w.workspace_id, w.hook_id)
        order by 1, 2, 3 limit 1) n
  )
  select w.workspace_id, w.hook_id from waiting w
  join hooks h on h.workspace_id = w.workspace_id and h.id = w.hook_id
  join workspaces o on o.id = w.workspace_id
  where w.next_at <= p_at and h.state = 'active' and (h.wait_until is null or h.wait_until <= p_at)
    and o.deleted_at is null
  order by random() limit p_limit
$$;
revoke execute on function hooks_due from public;
grant execute on function hooks_due to laurel_app;
