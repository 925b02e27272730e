-- Printed by `npm run generate` for reading; do not edit.

-- setRowReviews
update import_rows r
set
  review = new.review,
  code = new.code
from
  unnest($1::int[], $2::text[], $3::text[]) as new (line, review, code)
where
  r.workspace_id = $4
  and r.import_id = $5
  and r.line = new.line
  and r.outcome is null;

-- countReviews
select
  (
    count(*) filter (
      where
        review is null
    )
  )::int as invite,
  (
    count(*) filter (
      where
        review = 'update'
    )
  )::int as
update,
(
  count(*) filter (
    where
      review = 'refused'
  )
)::int as refused,
(
  count(*) filter (
    where
      review = 'deactivate'
  )
)::int as deactivate,
(
  count(*) filter (
    where
      review = 'ignore'
  )
)::int as ignore,
(
  count(*) filter (
    where
      review is distinct from 'refused'
      and code is not null
  )
)::int as warned
from
  import_rows
where
  workspace_id = $1
  and import_id = $2;

-- listReviewedLines
select
  line,
  cells,
  review,
  code
from
  import_rows
where
  workspace_id = $1
  and import_id = $2
  and review = 'refused'
  and code is not null
order by
  line
limit
  $3
offset
  $4;

-- lockImportLine
select
  "line",
  "cells",
  "review",
  "code"
from
  "import_rows"
where
  "workspace_id" = $1
  and "import_id" = $2
  and "line" = $3
for update;

-- setLineCells
update "import_rows"
set
  "cells" = $1
where
  "workspace_id" = $2
  and "import_id" = $3
  and "line" = $4;

-- findLineOfAddress
select
  line,
  cells,
  review,
  code
from
  import_rows
where
  workspace_id = $1
  and import_id = $2
  and line <> $3
  and lower(trim(cells[$4::int])) = $5
order by
  line
limit
  1;

-- findReferences
select
  coalesce(
    bool_or(
      $1 in (
        nullif(lower(trim(cells[$2::int])), ''),
        nullif(lower(trim(cells[$3::int])), '')
      )
    ),
    false
  ) as names_manager,
  coalesce(
    bool_or(
      line < $4
      and nullif(lower(trim(cells[$5::int])), '') = $6
    ),
    false
  ) as repeats_number
from
  import_rows
where
  workspace_id = $7
  and import_id = $8;

-- isBudgetSpent
select
  "line"
from
  "import_rows"
where
  "workspace_id" = $1
  and "import_id" = $2
  and "code" = $3
limit
  $4;
