-- Printed by `npm run generate` for reading; do not edit.

-- selectPeople
select
  "users"."id",
  "users"."first_name",
  "users"."last_name",
  "users"."email",
  "users"."job_title",
  "users"."state",
  "users"."demo",
  "files"."storage_key" as "avatar_key"
from
  "users"
  left join "files" on "files"."workspace_id" = "users"."workspace_id"
  and "files"."id" = "users"."avatar_file_id"
where
  "users"."workspace_id" = $1;

-- findPeopleByIds
select
  "users"."id",
  "users"."first_name",
  "users"."last_name",
  "users"."email",
  "users"."job_title",
  "users"."state",
  "users"."demo",
  "files"."storage_key" as "avatar_key"
from
  "users"
  left join "files" on "files"."workspace_id" = "users"."workspace_id"
  and "files"."id" = "users"."avatar_file_id"
where
  "users"."workspace_id" = $1
  and "users"."id" in ($2);
