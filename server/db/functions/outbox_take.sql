-- Leases mails that are due: until the lease ends no other worker sees them, then another one
-- may take them. The lease counts by the database's clock, so a worker with a fast clock does
-- not send a mail twice.
create or replace function outbox_take(p_at timestamptz, p_lease interval, p_limit integer)
returns table (workspace_id uuid, id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d record;
  v_now constant timestamptz := clock_timestamp();
begin
  -- Selects ids, then locks the rows one by one: Citus locks rows within one workspace only.
  for d in
    select o.workspace_id, o.id from outbox o where o.state = 'waiting' and o.next_at <= p_at
      and (o.leased_until is null or o.leased_until < v_now)
    order by o.next_at limit p_limit
  loop
    perform 1 from outbox o where o.workspace_id = d.workspace_id and o.id = d.id
      and o.state = 'waiting' and o.next_at <= p_at
      and (o.leased_until is null or o.leased_until < v_now)
    for update skip locked;
    continue when not found;
    update outbox o set leased_until = v_now + p_lease
    where o.workspace_id = d.workspace_id and o.id = d.id;
    workspace_id := d.workspace_id;
    id := d.id;
    return next;
  end loop;
end $$;
revoke execute on function outbox_take from public;
grant execute on function outbox_take to laurel_app;
