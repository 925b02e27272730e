-- Returns workspaces whose number of seats the provider does not know yet.
create or replace function seats_push_due(p_limit integer) returns setof uuid
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select workspace_id from subscriptions
    where seats_version <> pushed_seats_version and status <> 'canceled'
    order by random() -- teams that the provider refuses do not hold up the others
    limit p_limit;
end $$;
revoke execute on function seats_push_due from public;
grant execute on function seats_push_due to laurel_app;
