-- Printed by `npm run generate` for reading; do not edit.

-- listSnapshotDays
select
  "day"
from
  "report_snapshots"
where
  "workspace_id" = $1
order by
  "day";

-- listDaysSinceSnapshot
select
  day,
  count(*) as rows
from
  daily_recognition
where
  workspace_id = $1
  and day <= $2::date
  and day > coalesce(
    (
      select
        max(day)
      from
        report_snapshots
      where
        workspace_id = $3
    ),
    '-infinity'
  )
group by
  day
order by
  day;
select
  count(*) as users
from
  users
where
  workspace_id = $1;

-- createSnapshot
select
  report_snapshot_create ($1, $2::date);

-- keepSnapshots
select
  1
from
  report_snapshots
where
  workspace_id = $1
for key share;

-- deleteSnapshotBeforeNewest
select
  "day"
from
  "report_snapshots"
where
  "workspace_id" = $1
order by
  "day";

-- discardSnapshots
select
  report_snapshots_discard ($1, '-infinity');
