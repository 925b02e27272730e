-- Printed by `npm run generate` for reading; do not edit.

-- lockAvatar
select
  "avatar_file_id"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2
for update;

-- dangerZoneOpensAt
select
  max("changed_at") as "changed_at"
from
  "address_changes"
where
  "account_id" = $1
  and "undone_at" is null
  and "changed_at" > $2;

-- findProfile
select
  "users"."id",
  "users"."first_name",
  "users"."last_name",
  "users"."email",
  "users"."job_title",
  "users"."state",
  "users"."demo",
  "files"."storage_key" as "avatar_key",
  "users"."birth_date",
  "users"."hire_date",
  "users"."created_at",
  "wallets"."balance"
from
  "users"
  left join "files" on "files"."workspace_id" = "users"."workspace_id"
  and "files"."id" = "users"."avatar_file_id"
  inner join "wallets" on "wallets"."workspace_id" = "users"."workspace_id"
  and "wallets"."user_id" = "users"."id"
where
  "users"."workspace_id" = $1
  and "users"."id" = $2;

-- sumRecognition
select
  coalesce(sum(given_points), 0)::float8 as given,
  coalesce(sum(received_points), 0)::float8 as received,
  coalesce(sum(given_posts + received_posts), 0)::float8 as posts
from
  total_recognition
where
  workspace_id = $1
  and user_id = $2
  and (
    $3
    or not private
  );
