-- Printed by `npm run generate` for reading; do not edit.

-- listDepartmentFigures
with
  people as (
    select
      m.group_id as id,
      count(*)::int as people
    from
      users u
      left join group_members m on (
        m.workspace_id = $1
        and m.left_at is null
        and m.kind = 'department'
      )
      and m.user_id = u.id
    where
      u.workspace_id = $2
      and u.state = 'accepted'
    group by
      1
  ),
  nominated as (
    select
      coalesce(g.id, m.group_id) as id,
      sum(
        (
          select
            count(*)
          from
            nominations n
          where
            n.workspace_id = $3
            and n.nominee_id = e.id
        )
      )::int as nominations,
      (
        count(*) filter (
          where
            e.won
            and r.announced_at is not null
        )
      )::int as wins
    from
      nominees e
      join nomination_rounds r on r.workspace_id = $4
      and r.id = e.round_id
      left join groups g on g.workspace_id = $5
      and g.id = e.group_id
      and g.kind = 'department'
      left join group_members m on (
        m.workspace_id = $6
        and m.left_at is null
        and m.kind = 'department'
      )
      and m.user_id = e.user_id
    where
      e.workspace_id = $7
      and e.round_id = $8
    group by
      1
  )
select
  d.id,
  g.name,
  coalesce(p.people, 0) as people,
  coalesce(n.nominations, 0) as nominations,
  coalesce(n.wins, 0) as wins
from
  (
    select
      id
    from
      people
    union
    select
      id
    from
      nominated
  ) d
  left join people p on p.id is not distinct from d.id
  left join nominated n on n.id is not distinct from d.id
  left join groups g on g.workspace_id = $9
  and g.id = d.id
order by
  lower(g.name),
  d.id;

-- countNominators
select
  count(distinct nominator_id)::int as n
from
  nominations
where
  workspace_id = $1
  and round_id = $2;
