-- Printed by `npm run generate` for reading; do not edit.

-- findImport
select
  *,
  (
    select
      count(*) as "n"
    from
      "outbox"
    where
      "outbox"."workspace_id" = $1
      and "outbox"."import_id" = "imports"."id"
      and "outbox"."state" = $2
  ) as "failed_mails",
  (
    select
      max("next_at") as "at"
    from
      "outbox"
    where
      "outbox"."workspace_id" = $3
      and "outbox"."import_id" = "imports"."id"
      and "outbox"."state" = $4
  ) as "mails_until",
  (
    select
      count(*)
    from
      held_invites h
      join users u on u.workspace_id = h.workspace_id
      and u.id = h.user_id
    where
      h.workspace_id = $5
      and h.import_id = imports.id
      and u.state = 'pending'
      and u.invited_at is null
  ) as "held_people"
from
  "imports"
where
  "imports"."workspace_id" = $6
  and "imports"."id" = $7;

-- listImports
select
  *,
  (
    select
      count(*) as "n"
    from
      "outbox"
    where
      "outbox"."workspace_id" = $1
      and "outbox"."import_id" = "imports"."id"
      and "outbox"."state" = $2
  ) as "failed_mails",
  (
    select
      max("next_at") as "at"
    from
      "outbox"
    where
      "outbox"."workspace_id" = $3
      and "outbox"."import_id" = "imports"."id"
      and "outbox"."state" = $4
  ) as "mails_until",
  (
    select
      count(*)
    from
      held_invites h
      join users u on u.workspace_id = h.workspace_id
      and u.id = h.user_id
    where
      h.workspace_id = $5
      and h.import_id = imports.id
      and u.state = 'pending'
      and u.invited_at is null
  ) as "held_people"
from
  "imports"
where
  "imports"."workspace_id" = $6
order by
  "imports"."id" desc
limit
  $7;

-- lockImport
select
  "state"
from
  "imports"
where
  "workspace_id" = $1
  and "id" = $2
for update;

-- endImport
update "imports"
set
  "state" = $1,
  "finished_at" = $2,
  "last_error" = $3
where
  "workspace_id" = $4
  and "id" = $5;
update import_rows
set
  cells = '{}'
where
  workspace_id = $1
  and import_id = $2
  and (
    outcome is null
    or code is null
  );

-- deleteAbandonedImports
delete from "imports"
where
  "workspace_id" = $1
  and "state" = $2
  and "created_at" < $3;

-- insertImport
insert into
  "imports" (
    "workspace_id",
    "id",
    "state",
    "file_name",
    "header",
    "fields",
    "rows_count",
    "created_by",
    "created_at",
    "started_at",
    "finished_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- setImportColumns
update "imports"
set
  "fields" = $1,
  "date_orders" = $2
where
  "workspace_id" = $3
  and "id" = $4;

-- isImportRunning
select
  "id"
from
  "imports"
where
  "workspace_id" = $1
  and "state" = $2;

-- markImportStarted
update "imports"
set
  "state" = $1,
  "started_at" = $2,
  "holds_invites" = $3,
  "invites_at" = $4,
  "message" = $5,
  "creates_groups" = $6,
  "deactivates" = $7
where
  "workspace_id" = $8
  and "id" = $9;

-- findActiveWorkspaceLanguage
select
  "settings"."language"
from
  "workspaces"
  inner join "settings" on "settings"."workspace_id" = "workspaces"."id"
where
  "workspaces"."id" = $1
  and "workspaces"."deleted_at" is null;

-- discardPlans
discard plans;
