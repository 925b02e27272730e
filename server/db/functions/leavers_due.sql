-- Returns leavers of all workspaces whose grace has ended by p_at, and those whose balance got
-- points back after its end, such as those of a declined purchase.
create or replace function leavers_due(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, user_id uuid)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select g.workspace_id, g.user_id from leaver_graces g
    join users u on u.workspace_id = g.workspace_id and u.id = g.user_id
      and u.state = 'deactivated'
    join workspaces w on w.id = g.workspace_id and w.deleted_at is null
    where g.ended_at is null and g.held_at is null and g.ends_at <= p_at
    union
    select b.workspace_id, b.user_id from wallets b
    join users u on u.workspace_id = b.workspace_id and u.id = b.user_id
      and u.state = 'deactivated'
    join workspaces w on w.id = b.workspace_id and w.deleted_at is null
    where b.balance > 0
      and exists (select from leaver_graces g where g.workspace_id = b.workspace_id
        and g.user_id = b.user_id)
      and not exists (select from leaver_graces g where g.workspace_id = b.workspace_id
        and g.user_id = b.user_id and g.ended_at is null)
    limit p_limit;
end $$;
revoke execute on function leavers_due from public;
grant execute on function leavers_due to laurel_app;
