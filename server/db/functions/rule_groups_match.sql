-- Returns the people who match rules, [{"group_id", "rule"}]; p_users null: of the whole workspace.
-- A rule matches a person with one of the values of each condition, regardless of case. A person is
-- in their department and in those above it. One plan could not serve both one person and all.
create or replace function rule_groups_match(
  p_workspace uuid, p_rules jsonb, p_users uuid[]
) returns table (group_id uuid, user_id uuid)
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
    with recursive conditions as (
      select (r.entry ->> 'group_id')::uuid as group_id, c.number,
        jsonb_array_length(r.entry -> 'rule') as total,
        (c.condition ->> 'field') || coalesce(':' || (c.condition ->> 'attribute_id'), '') as key,
        lower(v.value) as value
      from jsonb_array_elements(p_rules) as r (entry)
      cross join lateral jsonb_array_elements(r.entry -> 'rule')
        with ordinality as c (condition, number)
      cross join lateral jsonb_array_elements_text(c.condition -> 'values') as v (value)
    ), people as (
      select id, country, cost_center, job_title, manager_id from users
      where workspace_id = p_workspace and state in ('pending', 'accepted')
        and (p_users is null or id = any (p_users))
    ), places as (
      select m.user_id, m.kind, m.group_id, g.parent_id
      from group_members m
      join groups g on g.workspace_id = p_workspace and g.id = m.group_id
      where m.workspace_id = p_workspace and m.left_at is null
        and m.kind in ('department', 'location')
        and (p_users is null or m.user_id = any (p_users))
      union all
      select p.user_id, p.kind, g.id, g.parent_id from places p
      join groups g on g.workspace_id = p_workspace and g.id = p.parent_id
    ), facts as (
      select p.id as user_id, f.key, lower(f.value) as value from people p
      cross join lateral (values
        ('country', p.country), ('cost_center', p.cost_center), ('job_title', p.job_title),
        ('manager_id', p.manager_id::text)) as f (key, value)
      union all
      select user_id, kind || '_id', group_id::text from places
      union all
      select user_id, 'attribute:' || attribute_id, lower(value) from attribute_values
      where workspace_id = p_workspace and (p_users is null or user_id = any (p_users))
    )
    select c.group_id, f.user_id
    from conditions c
    join facts f on f.key = c.key and f.value = c.value
    join people p on p.id = f.user_id
    group by c.group_id, f.user_id, c.total
    having bit_or(1 << (c.number - 1)::integer) = (1 << c.total) - 1;
end $$;
revoke execute on function rule_groups_match from public;
grant execute on function rule_groups_match to laurel_app;
