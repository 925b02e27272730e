-- Printed by `npm run generate` for reading; do not edit.

-- findRoundNotice
select
  r.name,
  r.decides_on::text as decides_on,
  r.decided_at is null
  and r.canceled_at is null
  and r.decides_at > $1
  and exists (
    select
    from
      nomination_jurors j
    where
      j.workspace_id = $2
      and j.round_id = r.id
      and j.user_id = $3
  ) as awaits_scores
from
  nomination_rounds r
where
  r.workspace_id = $4
  and r.id = $5;
