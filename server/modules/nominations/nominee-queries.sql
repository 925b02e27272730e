-- Printed by `npm run generate` for reading; do not edit.

-- findNominatedPerson
select
  (
    (
      exists (
        select
        from
          users d
        where
          d.workspace_id = $1
          and d.manager_id = u.id
          and d.state in ('pending', 'accepted')
      )
      or exists (
        select
        from
          group_owners o
          join groups g on g.workspace_id = $2
          and g.id = o.group_id
        where
          o.workspace_id = $3
          and o.user_id = u.id
          and g.deleted_at is null
      )
    )
  ) as is_in_audience
from
  users u
where
  u.workspace_id = $4
  and u.id = $5
  and u.state = 'accepted';

-- findNominatedGroup
select
  (
    select
      count(*)::int
    from
      (
        select distinct
          m.user_id
        from
          group_members m
        where
          m.workspace_id = $1
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
                    workspace_id = $2
                    and id = any ($3::uuid[])
                    and deleted_at is null
                  union all
                  select
                    below.root_id,
                    g.id,
                    below.level + 1
                  from
                    below
                    join groups g on g.workspace_id = $4
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
          and exists (
            select
            from
              users u
            where
              u.workspace_id = $5
              and u.id = m.user_id
              and u.state = 'accepted'
          )
        limit
          $6
      ) found
  ) as people,
  exists (
    select
    from
      group_members m
    where
      m.workspace_id = $7
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
      and m.user_id = $11
  )
  or exists (
    select
    from
      group_owners o
    where
      o.workspace_id = $12
      and o.group_id = g.id
      and o.user_id = $13
  ) as is_own
from
  groups g
where
  g.workspace_id = $14
  and g.id = $15
  and g.deleted_at is null;

-- listNominatedGroups
select
  "id",
  "kind",
  "name"
from
  "groups"
where
  "workspace_id" = $1
  and id = any ($2::uuid[]);

-- listAnswerValues
select
  "id",
  "name",
  "emoji"
from
  "values"
where
  "workspace_id" = $1
  and "id" in ($2);

-- listOpenValues
select
  id
from
  "values"
where
  workspace_id = $1
  and id::text = any ($2::text[])
  and retired_at is null;

-- upsertNominee
insert into
  "nominees" ("id", "round_id", "user_id", "group_id", "workspace_id")
values
  ($1, $2, $3, $4, $5)
on conflict do nothing;
select
  "id"
from
  "nominees"
where
  "workspace_id" = $1
  and "round_id" = $2
  and "user_id" = $3;
