-- Printed by `npm run generate` for reading; do not edit.

-- listWorkspaceExports
select
  *
from
  "workspace_exports"
where
  "workspace_id" = $1
  and (
    "expires_at" is null
    or "expires_at" > $2
  )
order by
  "id" desc;

-- findWorkspaceExport
select
  *
from
  "workspace_exports"
where
  "workspace_id" = $1
  and "id" = $2;

-- insertWorkspaceExport
insert into
  "workspace_exports" ("workspace_id", "id", "requested_by", "created_at")
values
  ($1, $2, $3, $4);

-- startAttempt
update "workspace_exports"
set
  "parts_id" = $1,
  "progress" = $2
where
  "workspace_id" = $3
  and "id" = $4
  and "state" = $5;

-- updateAttempt
update "workspace_exports"
set
  "progress" = $1
where
  "workspace_id" = $2
  and "parts_id" = $3
  and "state" = $4;

-- failExport
update "workspace_exports"
set
  "state" = $1,
  "code" = $2,
  "finished_at" = $3
where
  "workspace_id" = $4
  and "id" = $5
  and "state" = $6;

-- deleteFailedExports
delete from "workspace_exports"
where
  "workspace_id" = $1
  and "state" = $2;

-- deleteWorkspaceExport
delete from "workspace_exports"
where
  "workspace_id" = $1
  and "id" = $2
returning
  *;
