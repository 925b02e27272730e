-- Printed by `npm run generate` for reading; do not edit.

-- listConnectionPeople
select
  "users"."id",
  "users"."first_name",
  "users"."last_name",
  "users"."email",
  "users"."job_title",
  "users"."state",
  "users"."demo",
  "files"."storage_key" as "avatar_key",
  "sso_identities"."subject",
  "sso_identities"."created_at" as "linked_at",
  "sso_identities"."seen_at" as "signed_in_at",
  (
    case "users"."state"
      when 'pending' then 0
      when 'accepted' then 1
      when 'deactivated' then 2
      else 3
    end
  ) as "state_rank",
  lower(users.first_name || ' ' || users.last_name) as "sort_name"
from
  "users"
  left join "files" on "files"."workspace_id" = "users"."workspace_id"
  and "files"."id" = "users"."avatar_file_id"
  inner join "sso_identities" on "sso_identities"."workspace_id" = "users"."workspace_id"
  and "sso_identities"."user_id" = "users"."id"
where
  "users"."workspace_id" = $1
  and "sso_identities"."workspace_id" = $2
  and "sso_identities"."connection_id" = $3
  and (
    (
      case "users"."state"
        when 'pending' then 0
        when 'accepted' then 1
        when 'deactivated' then 2
        else 3
      end
    ),
    lower(users.first_name || ' ' || users.last_name),
    users.id
  ) > ($4, $5, $6::uuid)
  and (
    lower(users.first_name || ' ' || users.last_name) like lower($7::text)
    or users.email like lower($8::text)
  )
order by
  (
    case "users"."state"
      when 'pending' then 0
      when 'accepted' then 1
      when 'deactivated' then 2
      else 3
    end
  ),
  lower(users.first_name || ' ' || users.last_name),
  "users"."id"
limit
  $9;

-- deleteIdentity
delete from "sso_identities"
where
  "workspace_id" = $1
  and "connection_id" = $2
  and "user_id" = $3;
