-- Returns the memberships in groups kept by a rule that must begin (joined_at null) or end, so that
-- they match the rules; p_users null: of the whole workspace. A person is in at most p_groups_max
-- groups: the oldest groups with a rule fill what the other groups leave. One plan could not serve
-- both one person and all.
create or replace function rule_groups_changes(
  p_workspace uuid, p_users uuid[], p_groups_max integer
) returns table (group_id uuid, user_id uuid, kind text, joined_at timestamptz)
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  v_rules jsonb := (
    select jsonb_agg(jsonb_build_object('group_id', id, 'rule', rule)) from groups
    where workspace_id = p_workspace and rule is not null and deleted_at is null);
  v_groups uuid[];
  v_users uuid[];
begin
  if v_rules is null then return; end if;
  select array_agg(w.group_id), array_agg(w.user_id) into v_groups, v_users
  from rule_groups_match(p_workspace, v_rules, p_users) w;
  select array_agg(w.group_id), array_agg(w.user_id) into v_groups, v_users
  from (
    select m.group_id, m.user_id,
      row_number() over (partition by m.user_id order by m.group_id) as place
    from unnest(v_groups, v_users) as m (group_id, user_id)
  ) w
  left join (
    select m.user_id, count(*) as n from group_members m
    join groups g on g.workspace_id = p_workspace and g.id = m.group_id
    where m.workspace_id = p_workspace and m.left_at is null and g.rule is null
      and (p_users is null or m.user_id = any (p_users))
    group by m.user_id
  ) other on other.user_id = w.user_id
  where w.place + coalesce(other.n, 0) <= p_groups_max;
  -- A full join stays linear, whatever the planner expects of the arrays.
  return query
    select g.id, coalesce(w.user_id, c.user_id), g.kind, c.joined_at
    from unnest(v_groups, v_users) as w (group_id, user_id)
    full join (
      select m.group_id, m.user_id, m.joined_at from group_members m
      join groups r on r.workspace_id = p_workspace and r.id = m.group_id
      where m.workspace_id = p_workspace and m.left_at is null and r.rule is not null
        and (p_users is null or m.user_id = any (p_users))
    ) c on c.group_id = w.group_id and c.user_id = w.user_id
    join groups g on g.workspace_id = p_workspace and g.id = coalesce(w.group_id, c.group_id)
    where w.user_id is null or c.user_id is null;
end $$;
revoke execute on function rule_groups_changes from public;
grant execute on function rule_groups_changes to laurel_app;
