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
with
  sums as materialized (
    select
      d.user_id,
      sum("d"."received_points") as score
    from
      daily_recognition d
    where
      d.workspace_id = $1
      and d.day between $2::date and $3::date
      and not d.private
    group by
      d.user_id
    having
      sum("d"."received_points") > 0
  ),
  ranked as (
    select
      user_id,
      score,
      rank() over (
        order by
          score desc
      ) as rank,
      row_number() over (
        order by
          score desc,
          user_id
      ) as place,
      div(score * 100, sum(score) over ()) as share,
      mod(score * 100, sum(score) over ()) as rest
    from
      sums
  ),
  shared as (
    select
      user_id,
      score,
      rank,
      place,
      share + (
        row_number() over (
          order by
            rest desc,
            place
        ) <= 100 - sum(share) over ()
      )::int as share
    from
      ranked
  )
select
  t.total,
  t.people,
  s.user_id,
  s.score,
  s.share,
  s.rank,
  s.place
from
  (
    select
      coalesce(sum(score), 0) as total,
      count(*) as people
    from
      sums
  ) t
  left join shared s on s.place <= 10
  or s.user_id = $4
order by
  s.place;

-- sumByValue
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
      sum(d.received_points) as score,
      sum(d.given_posts) as posts
    from
      daily_recognition d
    where
      d.workspace_id = $1
      and d.day between $2::date and $3::date
      and not d.private
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
with
  sums as materialized (
    select
      d.value_id,
      d.day,
      sum(d.received_points) as score
    from
      daily_recognition d
    where
      d.workspace_id = $1
      and d.day between $2::date and $3::date
      and not d.private
      and d.received_points > 0
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
