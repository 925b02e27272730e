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

-- updateRunningExport
update "workspace_exports"
set
  "progress" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "state" = $4;

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
