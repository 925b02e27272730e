-- Printed by `npm run generate` for reading; do not edit.

-- findSyncSettings
select
  *
from
  "people_sync_settings"
where
  "workspace_id" = $1;

-- saveSyncSettings
insert into
  "people_sync_settings" ("workspace_id", "updated_at", "updated_by")
values
  ($1, $2, $3)
on conflict ("workspace_id") do update
set
  "updated_at" = $4,
  "updated_by" = $5;

-- lockDueSchedule
select
  *
from
  "people_sync_settings"
where
  "workspace_id" = $1
  and "next_run_at" <= $2
for update
  skip locked;

-- setNextRun
update "people_sync_settings"
set
  "next_run_at" = $1
where
  "workspace_id" = $2;

-- listDueSyncs
select
  id
from
  people_sync_due ($1, $2) as workspace (id);

-- insertRun
insert into
  "people_sync_runs" (
    "workspace_id",
    "id",
    "source",
    "coverage",
    "state",
    "dry_run",
    "created_by",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict ("workspace_id")
where
  state in ('checking', 'applying') do nothing
returning
  "id";

-- findRun
select
  *
from
  "people_sync_runs"
where
  "workspace_id" = $1
  and "id" = $2;

-- lockRun
select
  *
from
  "people_sync_runs"
where
  "workspace_id" = $1
  and "id" = $2
for update;

-- listRuns
select
  *
from
  "people_sync_runs"
where
  "workspace_id" = $1
  and "id" < $2
order by
  "id" desc
limit
  $3;

-- hasActiveRun
select
  "id"
from
  "people_sync_runs"
where
  "workspace_id" = $1
  and "state" in ($2, $3);

-- lockWaitingRuns
select
  "id"
from
  "people_sync_runs"
where
  "workspace_id" = $1
  and "state" in ($2, $3)
for update;

-- updateRun
update "people_sync_runs"
set
  "state" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- addChecked
update people_sync_runs
set
  checked_count = checked_count + $1,
  checked_line = $2,
  new_count = new_count + $3,
  changed_count = changed_count + $4,
  conflict_count = conflict_count + $5,
  deactivated_count = deactivated_count + $6,
  refused_count = refused_count + $7
where
  workspace_id = $8
  and id = $9;

-- endRun
update "people_sync_runs"
set
  "state" = $1,
  "finished_at" = $2,
  "last_error" = $3
where
  "workspace_id" = $4
  and "id" = $5;
delete from "people_sync_rows"
where
  "workspace_id" = $1
  and "run_id" = $2;

-- deleteOldRuns
delete from people_sync_runs
where
  workspace_id = $1
  and id in (
    select
      id
    from
      people_sync_runs
    where
      workspace_id = $2
      and created_at < $3
      and state not in ('checking', 'applying')
    order by
      id
    limit
      $4
  )
returning
  1;
