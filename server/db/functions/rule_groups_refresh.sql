-- Begins and ends memberships in groups kept by a rule until they match the rules; p_users null: of
-- the whole workspace. A person is in at most p_groups_max groups: the oldest groups with a rule fill
-- what the other groups leave. The caller holds the settings lock.
create or replace function rule_groups_refresh(
  p_workspace uuid, p_users uuid[], p_groups_max integer, p_at timestamptz
) returns void
language plpgsql as $$
declare
  v_rules jsonb := (
    select jsonb_agg(jsonb_build_object('group_id', id, 'rule', rule)) from groups
    where workspace_id = p_workspace and rule is not null and deleted_at is null);
  v_groups uuid[];
  v_users uuid[];
  o record;
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

  for o in
    select m.group_id, m.user_id, m.joined_at from group_members m
    join groups g on g.workspace_id = p_workspace and g.id = m.group_id
    where m.workspace_id = p_workspace and m.left_at is null and g.rule is not null
      and (p_users is null or m.user_id = any (p_users))
      and (m.group_id, m.user_id) not in (
        select w.group_id, w.user_id from unnest(v_groups, v_users) as w (group_id, user_id))
  loop
    if o.joined_at >= p_at then
      delete from group_members where workspace_id = p_workspace and group_id = o.group_id
        and user_id = o.user_id and joined_at = o.joined_at;
    else
      update group_members set left_at = p_at where workspace_id = p_workspace
        and group_id = o.group_id and user_id = o.user_id and joined_at = o.joined_at;
    end if;
  end loop;

  for o in
    select w.group_id, w.user_id, g.kind from unnest(v_groups, v_users) as w (group_id, user_id)
    join groups g on g.workspace_id = p_workspace and g.id = w.group_id
    where (w.group_id, w.user_id) not in (
      select m.group_id, m.user_id from group_members m
      where m.workspace_id = p_workspace and m.left_at is null
        and (p_users is null or m.user_id = any (p_users)))
  loop
    insert into group_members (workspace_id, group_id, user_id, kind, joined_at)
    values (p_workspace, o.group_id, o.user_id, o.kind, p_at)
    on conflict (workspace_id, group_id, user_id, joined_at) do update set left_at = null;
  end loop;
end $$;
revoke execute on function rule_groups_refresh from public;
grant execute on function rule_groups_refresh to laurel_app;
