-- Printed by `npm run generate` for reading; do not edit.

-- cardTables
select
  k.id
from
  group_cards k
  join celebrations c on c.workspace_id = $1
  and c.kind = k.kind
  and c.user_id = k.user_id
  and c.year = k.year
  join users u on u.workspace_id = $2
  and u.id = k.user_id;
