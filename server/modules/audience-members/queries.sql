-- Printed by `npm run generate` for reading; do not edit.

-- countAudience
select
  count(*)::int as n
from
  users u
where
  u.workspace_id = $1
  and u.state in ('pending', 'accepted')
  and (
    u.id = any ($2::uuid[])
    or (
      exists (
        select
        from
          group_members m
        where
          m.workspace_id = $3
          and m.user_id = u.id
          and m.left_at is null
          and m.group_id = any (
            array(
              with recursive
                below as (
                  select
                    id as root_id,
                    id,
                    1 as level
                  from
                    groups
                  where
                    workspace_id = $4
                    and id = any ($5::uuid[])
                    and deleted_at is null
                  union all
                  select
                    below.root_id,
                    g.id,
                    below.level + 1
                  from
                    below
                    join groups g on g.workspace_id = $6
                    and g.parent_id = below.id
                  where
                    g.deleted_at is null
                )
              select
                id
              from
                below
            )
          )
      )
      and not exists (
        select
        from
          group_members m
        where
          m.workspace_id = $7
          and m.user_id = u.id
          and m.left_at is null
          and m.group_id = any (
            array(
              with recursive
                below as (
                  select
                    id as root_id,
                    id,
                    1 as level
                  from
                    groups
                  where
                    workspace_id = $8
                    and id = any ($9::uuid[])
                    and deleted_at is null
                  union all
                  select
                    below.root_id,
                    g.id,
                    below.level + 1
                  from
                    below
                    join groups g on g.workspace_id = $10
                    and g.parent_id = below.id
                  where
                    g.deleted_at is null
                )
              select
                id
              from
                below
            )
          )
      )
      and (
        exists (
          select
          from
            users d
          where
            d.workspace_id = $11
            and d.manager_id = u.id
            and d.state in ('pending', 'accepted')
        )
        or exists (
          select
          from
            group_owners o
            join groups g on g.workspace_id = $12
            and g.id = o.group_id
          where
            o.workspace_id = $13
            and o.user_id = u.id
            and g.deleted_at is null
        )
      )
      and u.country = any ($14::text[])
      and u.hire_date <= $15::date - make_interval(months => $16::int)
      and u.hire_date > $17::date - make_interval(months => $18::int)
    )
  );

-- listAudience
with
  found as materialized (
    select
      u.id,
      u.first_name,
      u.last_name
    from
      users u
    where
      u.workspace_id = $1
      and u.state in ('pending', 'accepted')
      and (
        u.id = any ($2::uuid[])
        or (
          exists (
            select
            from
              group_members m
            where
              m.workspace_id = $3
              and m.user_id = u.id
              and m.left_at is null
              and m.group_id = any (
                array(
                  with recursive
                    below as (
                      select
                        id as root_id,
                        id,
                        1 as level
                      from
                        groups
                      where
                        workspace_id = $4
                        and id = any ($5::uuid[])
                        and deleted_at is null
                      union all
                      select
                        below.root_id,
                        g.id,
                        below.level + 1
                      from
                        below
                        join groups g on g.workspace_id = $6
                        and g.parent_id = below.id
                      where
                        g.deleted_at is null
                    )
                  select
                    id
                  from
                    below
                )
              )
          )
          and not exists (
            select
            from
              group_members m
            where
              m.workspace_id = $7
              and m.user_id = u.id
              and m.left_at is null
              and m.group_id = any (
                array(
                  with recursive
                    below as (
                      select
                        id as root_id,
                        id,
                        1 as level
                      from
                        groups
                      where
                        workspace_id = $8
                        and id = any ($9::uuid[])
                        and deleted_at is null
                      union all
                      select
                        below.root_id,
                        g.id,
                        below.level + 1
                      from
                        below
                        join groups g on g.workspace_id = $10
                        and g.parent_id = below.id
                      where
                        g.deleted_at is null
                    )
                  select
                    id
                  from
                    below
                )
              )
          )
          and (
            exists (
              select
              from
                users d
              where
                d.workspace_id = $11
                and d.manager_id = u.id
                and d.state in ('pending', 'accepted')
            )
            or exists (
              select
              from
                group_owners o
                join groups g on g.workspace_id = $12
                and g.id = o.group_id
              where
                o.workspace_id = $13
                and o.user_id = u.id
                and g.deleted_at is null
            )
          )
          and u.country = any ($14::text[])
          and u.hire_date <= $15::date - make_interval(months => $16::int)
          and u.hire_date > $17::date - make_interval(months => $18::int)
        )
      )
  )
select
  (
    select
      count(*)::int
    from
      found
  ) as count,
  array(
    select
      id
    from
      found
    order by
      lower(first_name || ' ' || last_name),
      id
    limit
      $19
  ) as ids;

-- isInAudience
select
from
  users u
where
  u.workspace_id = $1
  and u.id = $2
  and (
    u.id = any ($3::uuid[])
    or (
      exists (
        select
        from
          group_members m
        where
          m.workspace_id = $4
          and m.user_id = u.id
          and m.left_at is null
          and m.group_id = any (
            array(
              with recursive
                below as (
                  select
                    id as root_id,
                    id,
                    1 as level
                  from
                    groups
                  where
                    workspace_id = $5
                    and id = any ($6::uuid[])
                    and deleted_at is null
                  union all
                  select
                    below.root_id,
                    g.id,
                    below.level + 1
                  from
                    below
                    join groups g on g.workspace_id = $7
                    and g.parent_id = below.id
                  where
                    g.deleted_at is null
                )
              select
                id
              from
                below
            )
          )
      )
      and not exists (
        select
        from
          group_members m
        where
          m.workspace_id = $8
          and m.user_id = u.id
          and m.left_at is null
          and m.group_id = any (
            array(
              with recursive
                below as (
                  select
                    id as root_id,
                    id,
                    1 as level
                  from
                    groups
                  where
                    workspace_id = $9
                    and id = any ($10::uuid[])
                    and deleted_at is null
                  union all
                  select
                    below.root_id,
                    g.id,
                    below.level + 1
                  from
                    below
                    join groups g on g.workspace_id = $11
                    and g.parent_id = below.id
                  where
                    g.deleted_at is null
                )
              select
                id
              from
                below
            )
          )
      )
      and (
        exists (
          select
          from
            users d
          where
            d.workspace_id = $12
            and d.manager_id = u.id
            and d.state in ('pending', 'accepted')
        )
        or exists (
          select
          from
            group_owners o
            join groups g on g.workspace_id = $13
            and g.id = o.group_id
          where
            o.workspace_id = $14
            and o.user_id = u.id
            and g.deleted_at is null
        )
      )
      and u.country = any ($15::text[])
      and u.hire_date <= $16::date - make_interval(months => $17::int)
      and u.hire_date > $18::date - make_interval(months => $19::int)
    )
  );

-- listAudiencesOf
select
  $1::uuid as id
from
  users u
where
  u.workspace_id = $2
  and u.id = $3
  and (
    u.id = any ($4::uuid[])
    or (
      exists (
        select
        from
          group_members m
        where
          m.workspace_id = $5
          and m.user_id = u.id
          and m.left_at is null
          and m.group_id = any (
            array(
              with recursive
                below as (
                  select
                    id as root_id,
                    id,
                    1 as level
                  from
                    groups
                  where
                    workspace_id = $6
                    and id = any ($7::uuid[])
                    and deleted_at is null
                  union all
                  select
                    below.root_id,
                    g.id,
                    below.level + 1
                  from
                    below
                    join groups g on g.workspace_id = $8
                    and g.parent_id = below.id
                  where
                    g.deleted_at is null
                )
              select
                id
              from
                below
            )
          )
      )
      and not exists (
        select
        from
          group_members m
        where
          m.workspace_id = $9
          and m.user_id = u.id
          and m.left_at is null
          and m.group_id = any (
            array(
              with recursive
                below as (
                  select
                    id as root_id,
                    id,
                    1 as level
                  from
                    groups
                  where
                    workspace_id = $10
                    and id = any ($11::uuid[])
                    and deleted_at is null
                  union all
                  select
                    below.root_id,
                    g.id,
                    below.level + 1
                  from
                    below
                    join groups g on g.workspace_id = $12
                    and g.parent_id = below.id
                  where
                    g.deleted_at is null
                )
              select
                id
              from
                below
            )
          )
      )
      and (
        exists (
          select
          from
            users d
          where
            d.workspace_id = $13
            and d.manager_id = u.id
            and d.state in ('pending', 'accepted')
        )
        or exists (
          select
          from
            group_owners o
            join groups g on g.workspace_id = $14
            and g.id = o.group_id
          where
            o.workspace_id = $15
            and o.user_id = u.id
            and g.deleted_at is null
        )
      )
      and u.country = any ($16::text[])
      and u.hire_date <= $17::date - make_interval(months => $18::int)
      and u.hire_date > $19::date - make_interval(months => $20::int)
    )
  );

-- findAudienceWithGroup
select
  a.name
from
  (
    select
      name,
      audience
    from
      allowance_rules
    where
      workspace_id = $1
    union all
    select
      name,
      givers
    from
      budgets
    where
      workspace_id = $2
      and closed_at is null
    union all
    select
      name,
      recipients
    from
      budgets
    where
      workspace_id = $3
      and closed_at is null
    union all
    select
      kind,
      audience
    from
      celebration_rules
    where
      workspace_id = $4
    union all
    select
      name,
      givers
    from
      awards
    where
      workspace_id = $5
      and archived_at is null
    union all
    select
      name,
      receivers
    from
      awards
    where
      workspace_id = $6
      and archived_at is null
    union all
    select
      name,
      audience
    from
      bonuses
    where
      workspace_id = $7
      and status = 'draft'
    union all
    select
      r.name,
      a.audience
    from
      nomination_rounds r
      cross join lateral (
        values
          (r.nominators),
          (r.nominees)
      ) a (audience)
    where
      r.workspace_id = $8
      and r.announced_at is null
      and r.canceled_at is null
    union all
    select
      name,
      audience
    from
      custom_days
    where
      workspace_id = $9
    union all
    select
      title,
      audience
    from
      rewards
    where
      workspace_id = $10
      and deleted_at is null
    union all
    select
      channel_name,
      filters -> 'audience'
    from
      hooks
    where
      workspace_id = $11
  ) a
where
  a.audience -> 'group_ids' ? $12
  or a.audience -> 'excluded_group_ids' ? $13
order by
  lower(a.name)
limit
  1;

-- listGroupNames
select
  "id",
  "kind",
  "name"
from
  "groups"
where
  "workspace_id" = $1
  and id = any ($2::uuid[])
  and "deleted_at" is null
order by
  lower(name);
