-- Printed by `npm run generate` for reading; do not edit.

-- countGroupMembers
with recursive
  below as (
    select
      id as root_id,
      id,
      1 as level
    from
      groups
    where
      workspace_id = $1
      and id = any ($2::uuid[])
      and deleted_at is null
    union all
    select
      below.root_id,
      g.id,
      below.level + 1
    from
      below
      join groups g on g.workspace_id = $3
      and g.parent_id = below.id
    where
      g.deleted_at is null
  )
select
  root_id,
  id
from
  below;
with
  below as (
    select
      root_id,
      id
    from
      unnest($1::uuid[], $2::uuid[]) as b (root_id, id)
  ),
  -- The index of the team list finds these people.
  absent as materialized (
    select
      m.group_id,
      count(*) as people
    from
      users u
      join group_members m on m.workspace_id = $3
      and m.user_id = u.id
      and m.left_at is null
    where
      u.workspace_id = $4
      and (
        case "u"."state"
          when 'pending' then 0
          when 'accepted' then 1
          when 'deactivated' then 2
          else 3
        end
      ) in (2, 3)
    group by
      m.group_id
  ),
  sizes as materialized (
    select
      m.group_id,
      count(*) as people
    from
      group_members m
    where
      m.workspace_id = $5
      and m.left_at is null
      and m.group_id = any ($6::uuid[])
    group by
      m.group_id
  )
select
  below.root_id as id,
  sum(s.people - coalesce(a.people, 0))::int as n
from
  below
  join sizes s on s.group_id = below.id
  left join absent a on a.group_id = below.id
group by
  below.root_id;

-- listGroupMembers
with recursive
  below as (
    select
      id as root_id,
      id,
      1 as level
    from
      groups
    where
      workspace_id = $1
      and id = any ($2::uuid[])
      and deleted_at is null
    union all
    select
      below.root_id,
      g.id,
      below.level + 1
    from
      below
      join groups g on g.workspace_id = $3
      and g.parent_id = below.id
    where
      g.deleted_at is null
  )
select
  array(
    select
      id
    from
      below
  ) as ids,
  (
    select
      count(*)
    from
      (
        select
        from
          group_members
        where
          workspace_id = $4
          and left_at is null
          and group_id = any (
            array(
              select
                id
              from
                below
            )
          )
        limit
          $5
      ) m
  ) > $6 as is_large;
select
  m.user_id,
  m.group_id,
  m.sort_name,
  g.name as group_name,
  g.kind as group_kind
from
  (
    -- Otherwise the plan reads everyone by name to find the members.
    with
      members as materialized (
        select
          user_id,
          group_id
        from
          group_members
        where
          workspace_id = $1
          and left_at is null
          and group_id = any ($2::uuid[])
      )
    select
      u.id as user_id,
      m.group_id,
      lower(u.first_name || ' ' || u.last_name) as sort_name
    from
      members m
      join users u on u.workspace_id = $3
      and u.id = m.user_id
    where
      u.state in ('pending', 'accepted')
      and (lower(u.first_name || ' ' || u.last_name), u.id) > ($4, $5::uuid)
  ) m
  join groups g on g.workspace_id = $6
  and g.id = m.group_id
order by
  m.sort_name,
  m.user_id
limit
  $7;
