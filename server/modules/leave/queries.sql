-- Printed by `npm run generate` for reading; do not edit.

-- isPersonAway
select
  1
from
  users u
where
  u.workspace_id = $1
  and u.id = $2
  and (
    u.away_from is not null
    and u.away_from <= $3::date
    and coalesce(u.away_to >= $4::date, true)
  );
