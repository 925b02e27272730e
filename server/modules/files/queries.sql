-- Printed by `npm run generate` for reading; do not edit.

-- insertFile
insert into
  "files" (
    "workspace_id",
    "id",
    "kind",
    "storage_key",
    "mime",
    "bytes",
    "width",
    "height",
    "created_by",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- findFile
select
  *
from
  "files"
where
  "workspace_id" = $1
  and "id" = $2;

-- deleteFile
delete from "files"
where
  "workspace_id" = $1
  and "id" = $2
returning
  "storage_key";
