-- Printed by `npm run generate` for reading; do not edit.

-- listRecognised
select
  r as user_id,
  sum(p.score) as score,
  count(*) as posts
from
  (
    select
      p.to_ids,
      p.score
    from
      posts p
    where
      p.workspace_id = $1
      and p.from_id = $2
      and p.private in (false)
      and p.add_on in (true, false)
      and p.id >= $3
      and p.id < $4
      and p.day between $5::date and $6::date
      and p.deleted_at is null
      and p.counted
    union all
    select
      p.to_ids,
      p.score
    from
      post_recipients r
      join posts p on p.workspace_id = r.workspace_id
      and p.id = r.post_id
    where
      r.workspace_id = $7
      and r.user_id = $8
      and r.private in (true)
      and r.add_on in (true, false)
      and not r.deleted
      and r.post_id >= $9
      and r.post_id < $10
      and p.id >= $11
      and p.id < $12
      and p.day between $13::date and $14::date
      and p.deleted_at is null
      and p.counted
      and p.from_id = $15
  ) p,
  unnest(p.to_ids) r
group by
  1
order by
  score desc,
  posts desc,
  user_id
limit
  5;

-- listRecognising
select
  p.from_id as user_id,
  sum(p.score) as score,
  count(*) as posts
from
  (
    select
      p.from_id,
      p.score
    from
      post_recipients r
      join posts p on p.workspace_id = r.workspace_id
      and p.id = r.post_id
    where
      r.workspace_id = $1
      and r.user_id = $2
      and r.private in (false)
      and r.add_on in (true, false)
      and not r.deleted
      and r.post_id >= $3
      and r.post_id < $4
      and p.id >= $5
      and p.id < $6
      and p.day between $7::date and $8::date
      and p.deleted_at is null
      and p.counted
    union all
    select
      p.from_id,
      p.score
    from
      posts p
    where
      p.workspace_id = $9
      and p.from_id = $10
      and p.private in (true)
      and p.add_on in (true, false)
      and p.id >= $11
      and p.id < $12
      and p.day between $13::date and $14::date
      and p.deleted_at is null
      and p.counted
      and $15 = any (p.to_ids)
  ) p
where
  p.from_id is not null
group by
  1
order by
  score desc,
  posts desc,
  user_id
limit
  5;

-- listUnthankedRows
select
  "day"
from
  "report_snapshots"
where
  "workspace_id" = $1
order by
  "day";
with
  accepted as materialized (
    select
      id,
      first_name,
      last_name
    from
      users
    where
      workspace_id = $1
      and state = 'accepted'
  ),
  -- As a part of its own, because the planner expects that NOT IN reads half of its rows, and
  -- searches an index once for each user then.
  thanked as materialized (
    select
      x.user_id
    from
      (
        select
          d.user_id,
          d.received_posts::int
        from
          daily_recognition d
        where
          d.workspace_id = $2
          and d.day between $3::date and $4::date
          and d.received_posts > 0
      ) x (user_id, posts)
    group by
      x.user_id
    having
      sum(x.posts) > 0
  ),
  waiting as materialized (
    select
      a.id,
      lower(a.first_name || ' ' || a.last_name) as name
    from
      accepted a
    where
      a.id not in (
        select
          user_id
        from
          thanked
      )
  ),
  snapshot as materialized (
    select
      coalesce(max(day), '-infinity') as day
    from
      report_snapshots
    where
      workspace_id = $5
      and day < $6::date
  ),
  last as materialized (
    select
      x.user_id,
      max(x.day) as day
    from
      (
        select
          s.user_id,
          s.last_received_day as day
        from
          user_snapshots s
        where
          s.workspace_id = $7
          and s.day = (
            select
              day
            from
              snapshot
          )
        union all
        select
          d.user_id,
          d.day
        from
          daily_recognition d
        where
          d.workspace_id = $8
          and d.day > (
            select
              day
            from
              snapshot
          )
          and d.day < $9::date
          and d.received_posts > 0
      ) x
    where
      x.user_id in (
        select
          id
        from
          waiting
      )
    group by
      x.user_id
  ),
  counted as (
    select
      (
        select
          count(*)
        from
          waiting
      ) as total,
      (
        select
          count(*)
        from
          accepted
      ) as people
  )
select
  w.id as user_id,
  w.last_thanked,
  c.total,
  c.people
from
  counted c
  left join (
    select
      waiting.id,
      waiting.name,
      last.day as last_thanked
    from
      waiting
      left join last on last.user_id = waiting.id
    order by
      last.day nulls first,
      waiting.name,
      waiting.id
    limit
      10
    offset
      $10
  ) w on c.people >= $11
order by
  w.last_thanked nulls first,
  w.name,
  w.id;
