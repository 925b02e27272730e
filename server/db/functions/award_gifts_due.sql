-- Returns gifts of all workspaces with a reminder, an escalation or a question that is due.
create or replace function award_gifts_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, gift_id uuid)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select g.workspace_id, g.id from award_gifts g
    join workspaces w on w.id = g.workspace_id and w.deleted_at is null
    where g.next_at <= p_at
    order by random() -- gifts that fail do not hold up the others
    limit p_limit;
end $$;
revoke execute on function award_gifts_due from public;
grant execute on function award_gifts_due to laurel_app;
