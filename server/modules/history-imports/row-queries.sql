-- Printed by `npm run generate` for reading; do not edit.

-- insertHistoryRows
select
  history_rows_add ($1, $2, $3::integer[], $4::text[]);

-- listHistoryLines
select
  "line",
  "cells",
  "code"
from
  "history_rows"
where
  "workspace_id" = $1
  and "import_id" = $2
  and "line" > $3
  and "code" is not null
order by
  "line"
limit
  $4;

-- proveDateOrder
select
  coalesce(bool_or(d.m[1]::integer > 12), false) as dmy,
  coalesce(bool_or(d.m[2]::integer > 12), false) as mdy
from
  history_rows r,
  regexp_match(r.cells[$1::integer], '^\s*(\d{1,2})[-/](\d{1,2})[-/](?:\d{4}|\d{2})(?!\d)') as d (m)
where
  r.workspace_id = $2
  and r.import_id = $3;

-- storeCheckedRows
select
  history_rows_parse ($1, $2, $3::integer, $4::integer, $5::jsonb);

-- endCheck
select
  history_check ($1, $2, $3::jsonb) as totals;

-- deleteOldHistoryRows
delete from history_imports
where
  workspace_id = $1
  and started_at is null
  and state in ('uploaded', 'checked', 'failed')
  and created_at < $2;
delete from history_rows
where
  workspace_id = $1
  and (import_id, line) in (
    select
      r.import_id,
      r.line
    from
      history_imports i
      join history_rows r on r.workspace_id = i.workspace_id
      and r.import_id = i.id
    where
      i.workspace_id = $2
      and i.state in ('finished', 'undone', 'failed')
      and i.finished_at < $3
    limit
      1000
  );
