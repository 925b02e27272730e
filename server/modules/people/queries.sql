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

-- rankOfState
select
  id
from
  users
where
  (
    case "state"
      when 'pending' then 0
      when 'accepted' then 1
      when 'deactivated' then 2
      else 3
    end
  ) < 2;

-- personName
select
  coalesce(
    nullif(trim("users"."first_name" || ' ' || "users"."last_name"), ''),
    split_part("users"."email", '@', 1)
  )
from
  users;

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
