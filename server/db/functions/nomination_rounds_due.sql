-- Returns nomination rounds of all workspaces whose jury is to be asked or whose result is to be
-- fixed.
create or replace function nomination_rounds_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, round_id uuid)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select r.workspace_id, r.id from nomination_rounds r
    join workspaces w on w.id = r.workspace_id and w.deleted_at is null
    where r.next_at <= p_at
    order by random() -- rounds that fail do not hold up the others
    limit p_limit;
end $$;
revoke execute on function nomination_rounds_due from public;
grant execute on function nomination_rounds_due to laurel_app;
