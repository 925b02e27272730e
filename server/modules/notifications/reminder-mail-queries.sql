-- Printed by `npm run generate` for reading; do not edit.

-- listDigestPosts
select
  p.from_id,
  p.to_ids[1] as to_id,
  cardinality(p.to_ids) - 1 as more,
  p.description,
  v.color
from
  posts p
  join "values" v on v.workspace_id = p.workspace_id
  and v.id = p.value_id
where
  p.workspace_id = $1
  and p.id = any ($2::uuid[])
  and p.deleted_at is null
  and not p.private
order by
  array_position($3::uuid[], p.id);

-- findOwnWeek
select
  coalesce(sum(received_posts), 0)::int as thanks,
  coalesce(sum(received_points), 0)::int as points
from
  daily_recognition
where
  workspace_id = $1
  and user_id = $2
  and day between $3::date and $4::date;

-- findPointsLeft
select
  l.points_limit - coalesce(a.spent, 0)::int as points
from
  user_limits l
  left join allowances a on a.workspace_id = l.workspace_id
  and a.user_id = l.user_id
  and a.period_start = $1
where
  l.workspace_id = $2
  and l.user_id = $3;
