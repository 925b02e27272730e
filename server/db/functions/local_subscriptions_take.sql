-- Leases local subscriptions with a due step: until the lease ends no other worker sees them.
create or replace function local_subscriptions_take(
  p_at timestamptz, p_lease interval, p_limit integer
) returns table (workspace_id uuid, id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update local_subscriptions s set due_at = p_at + p_lease
  from (select d.workspace_id, d.id from local_subscriptions d
  join workspaces w on w.id = d.workspace_id and w.deleted_at is null
    where d.status <> 'canceled' and d.due_at <= p_at order by d.due_at limit p_limit
      for update of d skip locked) due
  where s.workspace_id = due.workspace_id and s.id = due.id
  returning s.workspace_id, s.id
$$;
revoke execute on function local_subscriptions_take from public;
grant execute on function local_subscriptions_take to laurel_app;
