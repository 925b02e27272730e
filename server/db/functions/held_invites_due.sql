-- Returns imports whose held invitations are due.
create or replace function held_invites_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, import_id uuid)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return query
    select i.workspace_id, i.id from imports i
    join workspaces w on w.id = i.workspace_id and w.deleted_at is null
    where i.invites_at <= p_at and i.state <> 'in_progress'
    order by random() -- imports whose invitations fail do not hold up the others
    limit p_limit;
end $$;
revoke execute on function held_invites_due from public;
grant execute on function held_invites_due to laurel_app;
