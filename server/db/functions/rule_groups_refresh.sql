-- Begins and ends memberships in groups kept by a rule until they match the rules; p_users null: of
-- the whole workspace. The caller holds the settings lock.
create or replace function rule_groups_refresh(
  p_workspace uuid, p_users uuid[], p_groups_max integer, p_at timestamptz
) returns void
language plpgsql as $$
declare
  o record;
begin
  for o in
    select group_id, user_id, kind, joined_at
    from rule_groups_changes(p_workspace, p_users, p_groups_max)
  loop
    if o.joined_at is null then
      insert into group_members (workspace_id, group_id, user_id, kind, joined_at)
      values (p_workspace, o.group_id, o.user_id, o.kind, p_at)
      on conflict (workspace_id, group_id, user_id, joined_at) do update set left_at = null;
    elsif o.joined_at >= p_at then
      delete from group_members where workspace_id = p_workspace and group_id = o.group_id
        and user_id = o.user_id and joined_at = o.joined_at;
    else
      update group_members set left_at = p_at where workspace_id = p_workspace
        and group_id = o.group_id and user_id = o.user_id and joined_at = o.joined_at;
    end if;
  end loop;
end $$;
revoke execute on function rule_groups_refresh from public;
grant execute on function rule_groups_refresh to laurel_app;
