-- Printed by `npm run generate` for reading; do not edit.

-- colleaguePointsRows
select
  d.user_id,
  d.received_points
from
  daily_recognition d
where
  d.workspace_id = $1
  and d.day between $2::date and $3::date
  and d.received_points > 0
union all
select
  r,
  - p.score
from
  posts p
  cross join unnest(p.to_ids) r
where
  p.workspace_id = $4
  and p.from_id is null
  and p.score > 0
  and p.day between $5::date and $6::date
  and (
    p.deleted_at is null
    or p.points_kept
  );
