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
  and d.day between $9::date + 1 and $10::date
  and d.received_posts > 0;

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
  and d.day <= $4::date
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
  d.workspace_id = $5
  and d.day <= $6::date
  and not d.private
  and d.day >= greatest($7::date, $8::date + 1);
