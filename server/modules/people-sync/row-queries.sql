-- Printed by `npm run generate` for reading; do not edit.

-- insertFileRows
insert into
  "people_sync_rows" ("workspace_id", "run_id", "line", "cells")
values
  ($1, $2, $3, $4::text[]);

-- listFileRows
select
  "line",
  "cells"
from
  "people_sync_rows"
where
  "workspace_id" = $1
  and "run_id" = $2
  and "line" > $3
order by
  "line"
limit
  $4;

-- setRowPeople
update people_sync_rows r
set
  user_id = person.user_id
from
  unnest($1::int[], $2::uuid[]) as person (line, user_id)
where
  r.workspace_id = $3
  and r.run_id = $4
  and r.line = person.line
  and r.line between $5::int and $6::int;
