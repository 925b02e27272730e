-- Leases gift card orders that are due: until the lease ends no other worker sees them, then
-- another one may take them.
create or replace function gift_orders_take(p_at timestamptz, p_lease interval, p_limit integer)
returns table (workspace_id uuid, purchase_id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update gift_orders o set next_at = p_at + p_lease
  from (select d.workspace_id, d.purchase_id from gift_orders d
    where d.step in ('held', 'charged', 'ordered', 'releasing') and d.next_at <= p_at
    order by d.next_at limit p_limit for update skip locked) due
  where o.workspace_id = due.workspace_id and o.purchase_id = due.purchase_id
  returning o.workspace_id, o.purchase_id
$$;
revoke execute on function gift_orders_take from public;
grant execute on function gift_orders_take to laurel_app;
