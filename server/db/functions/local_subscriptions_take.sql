-- Leases local subscriptions with a due step: until the lease ends no other worker sees them.
create or replace function local_subscriptions_take(
  p_at timestamptz, p_lease interval, p_limit integer
) returns table (workspace_id uuid, id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d record;
begin
  for d in
    select s.workspace_id, s.id from local_subscriptions s
    join workspaces w on w.id = s.workspace_id and w.deleted_at is null
    where s.status <> 'canceled' and s.due_at <= p_at order by s.due_at limit p_limit
  loop
    perform 1 from local_subscriptions s
    where s.workspace_id = d.workspace_id and s.id = d.id and s.status <> 'canceled'
      and s.due_at <= p_at
    for update skip locked;
    continue when not found;
    update local_subscriptions s set due_at = p_at + p_lease
    where s.workspace_id = d.workspace_id and s.id = d.id;
    workspace_id := d.workspace_id;
    id := d.id;
    return next;
  end loop;
end $$;
revoke execute on function local_subscriptions_take from public;
grant execute on function local_subscriptions_take to laurel_app;
