-- Printed by `npm run generate` for reading; do not edit.

-- findLeaderboardSettings
select
  "show_leaderboard",
  "leaderboard_mode"
from
  "settings"
where
  "workspace_id" = $1;

-- listLeaders
select
  "day"
from
  "report_snapshots"
where
  "workspace_id" = $1
order by
  "day";
with
  sums as materialized (
    select
      x.user_id,
      sum(x.score)::bigint as score
    from
      (
        select
          d.user_id,
          "d"."received_points"
        from
          daily_recognition d
        where
          d.workspace_id = $1
          and d.day between $2::date and $3::date
          and "d"."received_points" > 0
          and not d.private
      ) x (user_id, score)
    group by
      x.user_id
    having
      sum(x.score) > 0
  ),
  totals as materialized (
    select
      coalesce(sum(score), 0)::bigint as total,
      count(*) as people
    from
      sums
  ),
  floors as (
    select
      100 - coalesce(sum(s.score * 100 / t.total), 0) as missing
    from
      sums s,
      totals t
  ),
  rounded_up as materialized (
    select
      s.user_id
    from
      sums s,
      totals t
    order by
      s.score * 100 % t.total desc,
      s.score desc,
      s.user_id
    limit
      (
        select
          missing
        from
          floors
      )
  ),
  top as (
    select
      user_id,
      score
    from
      sums
    order by
      score desc,
      user_id
    limit
      10
  ),
  shown as (
    select
      user_id,
      score,
      true as is_top
    from
      top
    union all
    select
      user_id,
      score,
      false
    from
      sums
    where
      user_id = $4
      and user_id not in (
        select
          user_id
        from
          top
      )
  )
select
  t.total,
  t.people,
  s.user_id,
  s.score,
  s.score * 100 / t.total + (
    s.user_id in (
      select
        user_id
      from
        rounded_up
    )
  )::int as share,
  case
    when s.is_top then rank() over (
      order by
        s.score desc
    )
    else (
      select
        count(*) + 1
      from
        sums o
      where
        o.score > s.score
    )
  end as rank,
  case
    when s.is_top then row_number() over (
      order by
        s.is_top desc,
        s.score desc,
        s.user_id
    )
    else 11
  end as place
from
  totals t
  left join shown s on true
order by
  place;

-- sumByValue
select
  "day"
from
  "report_snapshots"
where
  "workspace_id" = $1
order by
  "day";
select
  v.id,
  v.name,
  v.description,
  v.color,
  v.emoji,
  v.keywords,
  v.tag,
  v.is_default,
  v.retired_at,
  coalesce(f.score, 0) as score,
  coalesce(f.posts, 0) as posts
from
  "values" v
  left join (
    select
      d.value_id,
      sum(d.points) as score,
      sum(d.posts) as posts
    from
      (
        select
          d.value_id,
          d.points,
          d.posts
        from
          (
            select
              d.value_id,
              d.day,
              d.received_points as points,
              d.given_posts as posts
            from
              daily_recognition d
            where
              d.workspace_id = $1
              and d.day between $2::date and $3::date
              and not d.private
          ) d
      ) d
    group by
      1
  ) f on f.value_id = v.id
where
  v.workspace_id = $4
  and (
    v.retired_at is null
    or f.score > 0
  )
order by
  score desc,
  lower(v.name),
  v.id;

-- sumByValueAndDay
select
  "day"
from
  "report_snapshots"
where
  "workspace_id" = $1
order by
  "day";
with
  sums as materialized (
    select
      d.value_id,
      d.day,
      sum(d.points) as score
    from
      (
        select
          d.value_id,
          d.day,
          d.received_points as points,
          d.given_posts as posts
        from
          daily_recognition d
        where
          d.workspace_id = $1
          and d.day between $2::date and $3::date
          and not d.private
      ) d
    where
      d.points > 0
    group by
      1,
      2
  )
select
  v.id,
  v.name,
  v.description,
  v.color,
  v.emoji,
  v.keywords,
  v.tag,
  v.is_default,
  v.retired_at,
  coalesce(f.score, 0) as score,
  coalesce(f.before, 0) as before,
  coalesce(f.days, '[]') as days
from
  "values" v
  left join (
    select
      value_id,
      sum(score) filter (
        where
          day >= $4::date
      ) as score,
      sum(score) filter (
        where
          not day >= $5::date
      ) as before,
      json_agg(
        json_build_object('day', day, 'score', score)
        order by
          day
      ) filter (
        where
          day >= $6::date
      ) as days
    from
      sums
    group by
      1
  ) f on f.value_id = v.id
where
  v.workspace_id = $7
  and (
    v.retired_at is null
    or f.score > 0
  )
order by
  score desc,
  lower(v.name),
  v.id;

-- sumByValueForUser
select
  v.id,
  v.name,
  v.description,
  v.color,
  v.emoji,
  v.keywords,
  v.tag,
  v.is_default,
  v.retired_at,
  f.score,
  f.posts
from
  (
    select
      d.value_id,
      sum("d"."received_points") as score,
      sum("d"."received_posts") as posts
    from
      daily_recognition d
    where
      d.workspace_id = $1
      and d.day between $2::date and $3::date
      and not d.private
      and d.user_id = $4
    group by
      1
    having
      sum("d"."received_points") > 0
  ) f
  join "values" v on v.workspace_id = $5
  and v.id = f.value_id
order by
  f.score desc,
  lower(v.name),
  v.id
limit
  10;

-- sumByDayForUser
select
  d.day,
  sum(d.given_points) as given,
  sum(d.received_points) as received
from
  daily_recognition d
where
  d.workspace_id = $1
  and d.day between $2::date and $3::date
  and not d.private
  and d.user_id = $4
group by
  d.day
order by
  d.day;

-- findFirstActiveDay
select
  "day"
from
  "daily_recognition"
where
  "workspace_id" = $1
  and "user_id" = $2
  and (
    "given_posts" > $3
    or "received_posts" > $4
  )
  and "private" = $5
order by
  "day"
limit
  $6;
