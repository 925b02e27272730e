-- Printed by `npm run generate` for reading; do not edit.

-- findPostForMail
select
  "posts"."id",
  "posts"."parent_id",
  "posts"."from_id",
  "posts"."score",
  "posts"."description",
  "values"."name",
  "values"."emoji",
  "values"."color",
  "parent"."from_id" as "author_id",
  "parent"."description" as "words"
from
  "posts"
  inner join "values" on "values"."workspace_id" = "posts"."workspace_id"
  and "values"."id" = "posts"."value_id"
  left join "posts" as "parent" on "parent"."workspace_id" = "posts"."workspace_id"
  and "parent"."id" = "posts"."parent_id"
where
  "posts"."workspace_id" = $1
  and "posts"."id" = $2
  and "posts"."deleted_at" is null;

-- findPurchaseForMail
select
  "title",
  "price",
  "status",
  "returned_at",
  "reward_type",
  "created_by",
  "decline_reason",
  "note",
  "code",
  "claim_url",
  coalesce(
    (
      select
        max("comment") as "comment"
      from
        "contributions"
      where
        "contributions"."workspace_id" = $1
        and "contributions"."purchase_id" = "purchases"."id"
    ),
    $2
  ) as "comment"
from
  "purchases"
where
  "workspace_id" = $3
  and "id" = $4;

-- findPersonName
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
  and "users"."id" = $2;

-- updateMailSubscription
update "users"
set
  "notify_points_received" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "state" <> $4;

-- findMailSubscription
select
  "workspaces"."name",
  "users"."notify_points_received" as "subscribed"
from
  "users"
  inner join "workspaces" on "workspaces"."id" = "users"."workspace_id"
where
  "users"."workspace_id" = $1
  and "users"."id" = $2
  and "users"."state" <> $3
  and "workspaces"."deleted_at" is null;

-- findNotificationSetting
select
  "users"."notify_points_received" as "own",
  "settings"."notify_points_received" as "team"
from
  "users"
  inner join "settings" on "settings"."workspace_id" = "users"."workspace_id"
where
  "users"."workspace_id" = $1
  and "users"."id" = $2
  and "users"."state" = $3;

-- findMailReader
select
  "users"."email",
  coalesce("users"."language", "settings"."language") as "language"
from
  "users"
  inner join "settings" on "settings"."workspace_id" = "users"."workspace_id"
where
  "users"."workspace_id" = $1
  and "users"."id" = $2;
