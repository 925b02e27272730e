-- Returns workspaces whose number of seats the provider does not know yet.
create or replace function seats_take(p_limit integer) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select workspace_id from subscriptions
  where seats_version <> seats_told and status <> 'canceled'
  order by read_at limit p_limit
$$;
revoke execute on function seats_take from public;
grant execute on function seats_take to laurel_app;
