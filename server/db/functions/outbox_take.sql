-- Leases mails that are due: until the lease ends no other worker sees them, then another one
-- may take them. The lease counts by the database's clock, so a worker with a fast clock does
-- not send a mail twice.
create or replace function outbox_take(p_at timestamptz, p_lease interval, p_limit integer)
returns table (workspace_id uuid, id uuid)
language sql security definer set search_path = public, pg_temp as $$
  update outbox o set leased_until = clock_timestamp() + p_lease
  from (select d.workspace_id, d.id from outbox d where d.state = 'waiting' and d.next_at <= p_at
    and (d.leased_until is null or d.leased_until < clock_timestamp())
    order by d.next_at limit p_limit for update skip locked) due
  where o.workspace_id = due.workspace_id and o.id = due.id
  returning o.workspace_id, o.id
$$;
revoke execute on function outbox_take from public;
grant execute on function outbox_take to laurel_app;
