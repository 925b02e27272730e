-- Printed by `npm run generate` for reading; do not edit.

-- userRows
select
  s.user_id,
  s.received_posts
from
  user_snapshots s
where
  s.workspace_id = $1
  and s.day = $2::date
union all
select
  s.user_id,
  - s.received_posts
from
  user_snapshots s
where
  s.workspace_id = $3
  and s.day = $4::date
union all
select
  d.user_id,
  d.received_posts
from
  daily_recognition d
where
  d.workspace_id = $5
  and d.day between $6::date and $7::date
  and d.received_posts > 0
union all
select
  d.user_id,
  d.received_posts
from
  daily_recognition d
where
  d.workspace_id = $8
  and d.day between $9::date and $10::date
  and d.received_posts > 0;

-- twoRangesUserRows
select
  s.user_id,
  s.given_posts,
  s.received_posts,
  s.purchases,
  0,
  0,
  0
from
  user_snapshots s
where
  s.workspace_id = $1
  and s.day = $2::date
union all
select
  d.user_id,
  d.given_posts::int,
  d.received_posts::int,
  0,
  0,
  0,
  0
from
  daily_recognition d
where
  d.workspace_id = $3
  and d.day between $4::date and $5::date
  and (
    d.given_posts > 0
    or d.received_posts > 0
  )
union all
select
  d.user_id,
  0,
  0,
  d.purchases::int,
  0,
  0,
  0
from
  daily_redemptions d
where
  d.workspace_id = $6
  and d.day between $7::date and $8::date
  and d.purchases > 0
union all
select
  s.user_id,
  - s.given_posts,
  - s.received_posts,
  - s.purchases,
  s.given_posts,
  s.received_posts,
  s.purchases
from
  user_snapshots s
where
  s.workspace_id = $9
  and s.day = $10::date
union all
select
  d.user_id,
  d.given_posts::int,
  d.received_posts::int,
  0,
  - d.given_posts::int,
  - d.received_posts::int,
  -0
from
  daily_recognition d
where
  d.workspace_id = $11
  and d.day between $12::date and $13::date
  and (
    d.given_posts > 0
    or d.received_posts > 0
  )
union all
select
  d.user_id,
  0,
  0,
  d.purchases::int,
  -0,
  -0,
  - d.purchases::int
from
  daily_redemptions d
where
  d.workspace_id = $14
  and d.day between $15::date and $16::date
  and d.purchases > 0
union all
select
  s.user_id,
  0,
  0,
  0,
  - s.given_posts,
  - s.received_posts,
  - s.purchases
from
  user_snapshots s
where
  s.workspace_id = $17
  and s.day = $18::date
union all
select
  d.user_id,
  0,
  0,
  0,
  d.given_posts::int,
  d.received_posts::int,
  0
from
  daily_recognition d
where
  d.workspace_id = $19
  and d.day between $20::date and $21::date
  and (
    d.given_posts > 0
    or d.received_posts > 0
  )
union all
select
  d.user_id,
  0,
  0,
  0,
  0,
  0,
  d.purchases::int
from
  daily_redemptions d
where
  d.workspace_id = $22
  and d.day between $23::date and $24::date
  and d.purchases > 0;

-- valueRows
select
  d.value_id,
  d.day,
  d.points,
  d.posts
from
  daily_values d
where
  d.workspace_id = $1
  and d.day between $2::date and $3::date
  and not d.private
union all
select
  d.value_id,
  d.day,
  d.received_points as points,
  d.given_posts as posts
from
  daily_recognition d
where
  d.workspace_id = $4
  and d.day between $5::date and $6::date
  and not d.private;

-- valueTotalRows
select
  d.value_id,
  d.points,
  d.posts
from
  monthly_values d
where
  d.workspace_id = $1
  and d.month between $2::date and $3::date
  and not d.private
union all
select
  d.value_id,
  d.points,
  d.posts
from
  (
    select
      d.value_id,
      d.day,
      d.points,
      d.posts
    from
      daily_values d
    where
      d.workspace_id = $4
      and d.day between $5::date and $6::date
      and not d.private
  ) d
union all
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
      d.workspace_id = $7
      and d.day between $8::date and $9::date
      and not d.private
  ) d;
