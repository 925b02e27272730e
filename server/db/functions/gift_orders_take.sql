-- Leases gift card orders that are due: until the lease ends no other worker sees them, then
-- another one may take them.
create or replace function gift_orders_take(p_at timestamptz, p_lease interval, p_limit integer)
returns table (workspace_id uuid, purchase_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d record;
begin
  for d in
    select o.workspace_id, o.purchase_id from gift_orders o
    where o.step in ('held', 'charged', 'ordered', 'releasing') and o.next_at <= p_at
    order by o.next_at limit p_limit
  loop
    perform 1 from gift_orders o
    where o.workspace_id = d.workspace_id and o.purchase_id = d.purchase_id
      and o.step in ('held', 'charged', 'ordered', 'releasing') and o.next_at <= p_at
    for update skip locked;
    continue when not found;
    update gift_orders o set next_at = p_at + p_lease
    where o.workspace_id = d.workspace_id and o.purchase_id = d.purchase_id;
    workspace_id := d.workspace_id;
    purchase_id := d.purchase_id;
    return next;
  end loop;
end $$;
revoke execute on function gift_orders_take from public;
grant execute on function gift_orders_take to laurel_app;
