-- Printed by `npm run generate` for reading; do not edit.

-- hasWords
select
  exists (
    select
    from
      (
        with recursive
          mine as (
            select
              m.group_id,
              m.joined_at,
              m.left_at
            from
              group_members m
            where
              m.workspace_id = $1
              and m.user_id = $2::uuid
            union
            select
              g.parent_id,
              mine.joined_at,
              mine.left_at
            from
              mine
              join groups g on g.workspace_id = $3
              and g.id = mine.group_id
            where
              g.parent_id is not null
          )
        select
          o.id,
          o.round_id,
          o.group_id,
          null::timestamptz as joined_at,
          null::timestamptz as left_at
        from
          nominees o
        where
          o.workspace_id = $4
          and o.user_id = $5::uuid
        union all
        select
          o.id,
          o.round_id,
          o.group_id,
          mine.joined_at,
          mine.left_at
        from
          mine
          join nominees o on o.workspace_id = $6
          and o.group_id = mine.group_id
      ) e
      join nomination_rounds r on r.workspace_id = $7
      and r.id = e.round_id
      and (
        e.group_id is null
        or e.joined_at <= coalesce(r.announced_at, r.canceled_at)
        and (
          e.left_at is null
          or e.left_at > coalesce(r.announced_at, r.canceled_at)
        )
      )
      join nominations n on n.workspace_id = $8
      and n.nominee_id = e.id
      and n.sharing <> 'nothing'
      and n.nominator_id <> $9::uuid
      and coalesce(r.announced_at, r.canceled_at) is not null
  ) as found;

-- listWords
select distinct
  n.id,
  n.round_id,
  r.name as round_name,
  r.emoji as round_emoji,
  e.group_id,
  case
    when n.sharing = 'named' then n.nominator_id
  end as nominator_id,
  n.text,
  coalesce(r.announced_at, r.canceled_at) as passed_at
from
  (
    with recursive
      mine as (
        select
          m.group_id,
          m.joined_at,
          m.left_at
        from
          group_members m
        where
          m.workspace_id = $1
          and m.user_id = $2::uuid
        union
        select
          g.parent_id,
          mine.joined_at,
          mine.left_at
        from
          mine
          join groups g on g.workspace_id = $3
          and g.id = mine.group_id
        where
          g.parent_id is not null
      )
    select
      o.id,
      o.round_id,
      o.group_id,
      null::timestamptz as joined_at,
      null::timestamptz as left_at
    from
      nominees o
    where
      o.workspace_id = $4
      and o.user_id = $5::uuid
    union all
    select
      o.id,
      o.round_id,
      o.group_id,
      mine.joined_at,
      mine.left_at
    from
      mine
      join nominees o on o.workspace_id = $6
      and o.group_id = mine.group_id
  ) e
  join nomination_rounds r on r.workspace_id = $7
  and r.id = e.round_id
  and (
    e.group_id is null
    or e.joined_at <= coalesce(r.announced_at, r.canceled_at)
    and (
      e.left_at is null
      or e.left_at > coalesce(r.announced_at, r.canceled_at)
    )
  )
  join nominations n on n.workspace_id = $8
  and n.nominee_id = e.id
  and n.sharing <> 'nothing'
  and n.nominator_id <> $9::uuid
  and coalesce(r.announced_at, r.canceled_at) is not null
where
  (coalesce(r.announced_at, r.canceled_at), n.id) < ($10::timestamptz, $11::uuid)
order by
  passed_at desc,
  n.id desc
limit
  $12;
