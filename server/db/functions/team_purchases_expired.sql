-- Returns team purchases whose deadline has passed in the time zone of their workspace.
create or replace function team_purchases_expired(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, purchase_id uuid)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select p.workspace_id, p.id from purchases p join settings s on s.workspace_id = p.workspace_id
    where p.reward_type = 'team' and p.status = 'pending' and p.deadline is not null
      and p.deadline < (p_at at time zone s.timezone)::date
    order by random() -- purchases that fail do not hold up the others
    limit p_limit;
end $$;
revoke execute on function team_purchases_expired from public;
grant execute on function team_purchases_expired to laurel_app;
