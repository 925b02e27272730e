-- Printed by `npm run generate` for reading; do not edit.

-- findCalendarSalt
select
  "calendar_salt"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- findCalendarReader
select
  "users"."calendar_salt" as "salt",
  "users"."language" as "own",
  "settings"."language" as "language",
  "settings"."timezone",
  "workspaces"."name" as "team",
  "workspaces"."trial_ends_at",
  "workspaces"."paid_until",
  "workspaces"."manual_payments"
from
  "users"
  inner join "workspaces" on "workspaces"."id" = "users"."workspace_id"
  inner join "settings" on "settings"."workspace_id" = "users"."workspace_id"
where
  "users"."workspace_id" = $1
  and "users"."id" = $2
  and "users"."state" = $3
  and "workspaces"."deleted_at" is null;
