-- Printed by `npm run generate` for reading; do not edit.

-- listUsersForExport
select
  "users"."id",
  "users"."first_name",
  "users"."last_name",
  "users"."email",
  "users"."state",
  "users"."job_title",
  "users"."phone",
  "users"."birth_date",
  "users"."hire_date",
  "wallets"."balance",
  "users"."invited_at",
  "users"."accepted_at",
  "permissions"."global_administrator",
  "permissions"."account_administrator",
  "permissions"."rewards_administrator",
  "permissions"."billing_administrator",
  (
    case users.state
      when 'pending' then 0
      when 'accepted' then 1
      when 'deactivated' then 2
      else 3
    end
  ) as "rank",
  lower(users.first_name || ' ' || users.last_name) as "sort_name"
from
  "users"
  inner join "permissions" on "permissions"."workspace_id" = "users"."workspace_id"
  and "permissions"."user_id" = "users"."id"
  inner join "wallets" on "wallets"."workspace_id" = "users"."workspace_id"
  and "wallets"."user_id" = "users"."id"
where
  "users"."workspace_id" = $1
  and (
    (
      case users.state
        when 'pending' then 0
        when 'accepted' then 1
        when 'deactivated' then 2
        else 3
      end
    ) = $2
    and users.state <> 'deleted'
  )
order by
  (
    case users.state
      when 'pending' then 0
      when 'accepted' then 1
      when 'deactivated' then 2
      else 3
    end
  ),
  lower(users.first_name || ' ' || users.last_name),
  "users"."id"
limit
  $3;

-- searchPeople
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
  and "users"."state" = $2
  and "users"."id" <> $3
  and (
    (lower(users.first_name || ' ' || users.last_name) like $4)
    or "users"."email" like $5
  )
order by
  (
    lower(users.first_name || ' ' || users.last_name) like $6
    or lower(users.last_name) like $7
  ) desc,
  lower(users.first_name || ' ' || users.last_name),
  "users"."id"
limit
  $8;

-- listAdministrators
select
  "users"."id",
  "users"."first_name",
  "users"."last_name",
  "users"."email",
  "users"."job_title",
  "users"."state",
  "users"."demo",
  "files"."storage_key" as "avatar_key",
  "permissions"."global_administrator",
  "permissions"."account_administrator",
  "permissions"."rewards_administrator",
  "permissions"."billing_administrator"
from
  "users"
  left join "files" on "files"."workspace_id" = "users"."workspace_id"
  and "files"."id" = "users"."avatar_file_id"
  inner join "permissions" on "permissions"."workspace_id" = "users"."workspace_id"
  and "permissions"."user_id" = "users"."id"
where
  "users"."workspace_id" = $1
  and "users"."state" = $2
  and "users"."demo" = $3
  and (
    "permissions"."global_administrator" = $4
    or "permissions"."account_administrator" = $5
    or "permissions"."rewards_administrator" = $6
    or "permissions"."billing_administrator" = $7
  )
order by
  lower(users.first_name || ' ' || users.last_name),
  "users"."id"
limit
  $8;
