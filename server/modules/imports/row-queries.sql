-- Printed by `npm run generate` for reading; do not edit.

-- listSampleRows
select
  first.import_id,
  first.cells
from
  unnest($1::uuid[]) as import (id),
  lateral (
    select
      import_id,
      cells
    from
      import_rows
    where
      workspace_id = $2
      and import_id = import.id
    order by
      line
    limit
      $3
  ) first;

-- insertImportRows
insert into
  "import_rows" ("workspace_id", "import_id", "line", "cells")
values
  ($1, $2, $3, $4::text[]);

-- listRowsAfter
select
  "line",
  "cells",
  "code",
  "review",
  "outcome"
from
  "import_rows"
where
  "workspace_id" = $1
  and "import_id" = $2
  and "line" > $3
  and "outcome" is null
order by
  "line"
limit
  $4;

-- recordRowOutcomes
update import_rows r
set
  outcome = done.outcome,
  code = done.code,
  user_id = done.user_id
from
  unnest($1::int[], $2::text[], $3::text[], $4::uuid[]) as done (line, outcome, code, user_id)
where
  r.workspace_id = $5
  and r.import_id = $6
  and r.line = done.line
  and r.line between $7::int and $8::int;
update imports
set
  done_count = done_count + $1,
  invited_count = invited_count + $2,
  updated_count = updated_count + $3,
  refused_count = refused_count + $4,
  deactivated_count = deactivated_count + $5,
  warned_count = warned_count + $6
where
  workspace_id = $7
  and id = $8;

-- recordManagerCircles
update import_rows
set
  code = 'manager_circle'
where
  workspace_id = $1
  and import_id = $2
  and user_id = any ($3::uuid[])
  and code is null;
update imports
set
  warned_count = warned_count + $1
where
  workspace_id = $2
  and id = $3;
