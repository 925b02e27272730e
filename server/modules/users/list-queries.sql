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
    case "users"."state"
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
      case "users"."state"
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
  inner join (
    select
      user_id,
      count(*)::integer as posts
    from
      (
        select
          post_recipients.user_id
        from
          (
            (
              select
                id
              from
                posts
              where
                workspace_id = $1
                and from_id = $2
                and private = $3
                and not add_on
                and deleted_at is null
              order by
                id desc
              limit
                $4
            )
            union all
            (
              select
                id
              from
                posts
              where
                workspace_id = $5
                and from_id = $6
                and private = $7
                and not add_on
                and deleted_at is null
              order by
                id desc
              limit
                $8
            )
          ) as given
          join post_recipients on post_recipients.workspace_id = $9
          and post_recipients.post_id = given.id
        union all
        select
          posts.from_id
        from
          (
            (
              select
                post_id as id
              from
                post_recipients
              where
                workspace_id = $10
                and user_id = $11
                and private = $12
                and not add_on
                and not deleted
              order by
                post_id desc
              limit
                $13
            )
            union all
            (
              select
                post_id as id
              from
                post_recipients
              where
                workspace_id = $14
                and user_id = $15
                and private = $16
                and not add_on
                and not deleted
              order by
                post_id desc
              limit
                $17
            )
          ) as received
          join posts on posts.workspace_id = $18
          and posts.id = received.id
      ) as people
    group by
      user_id
  ) as "closeness" on "closeness"."user_id" = "users"."id"
where
  "users"."workspace_id" = $19
  and "users"."state" = $20
  and "users"."id" <> $21
  and (
    lower(users.first_name || ' ' || users.last_name) like lower($22::text)
    or lower(users.last_name) like lower($23::text)
  )
order by
  "closeness"."posts" desc,
  lower(users.first_name || ' ' || users.last_name),
  "users"."id"
limit
  $24;
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
  and "users"."id" not in ($3)
  and (
    (
      (
        lower(users.first_name || ' ' || users.last_name) like lower($4::text)
        or lower(' ' || users.job_title) like lower($5::text)
      )
    )
    or users.email like lower($6::text)
  )
order by
  lower(users.first_name || ' ' || users.last_name) like lower($7::text) desc,
  lower(users.last_name) like lower($8::text) desc,
  (lower(users.first_name || ' ' || users.last_name) like lower($9::text)) desc,
  lower(users.first_name || ' ' || users.last_name),
  "users"."id"
limit
  $10;

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
