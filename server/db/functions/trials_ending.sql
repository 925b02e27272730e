-- Returns workspaces whose trial ends before p_until and which got no mail about it.
create or replace function trials_ending(p_at timestamptz, p_until timestamptz, p_limit integer)
returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select w.id from workspaces w where w.trial_ends_at > p_at and w.trial_ends_at <= p_until
      and w.trial_mailed_at is null and not w.demo and w.deleted_at is null
      and not w.manual_payments and not exists (
        select 1 from subscriptions s where s.workspace_id = w.id and s.status <> 'canceled')
    limit p_limit;
end $$;
revoke execute on function trials_ending from public;
grant execute on function trials_ending to laurel_app;
