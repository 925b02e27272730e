-- Printed by `npm run generate` for reading; do not edit.

-- findPublicPost
select
  "posts"."from_id",
  "posts"."occasion",
  "posts"."to_ids",
  "posts"."parent_id",
  "posts"."score",
  "posts"."description",
  "posts"."value_id",
  "values"."name",
  "values"."emoji",
  "posts"."created_at"
from
  "posts"
  inner join "values" on "values"."workspace_id" = "posts"."workspace_id"
  and "values"."id" = "posts"."value_id"
where
  "posts"."workspace_id" = $1
  and "posts"."id" = $2
  and "posts"."deleted_at" is null
  and "posts"."private" = $3;

-- findPublicComment
select
  "comments"."post_id",
  "comments"."user_id",
  "comments"."text",
  "comments"."created_at"
from
  "comments"
  inner join "posts" on "posts"."workspace_id" = "comments"."workspace_id"
  and "posts"."id" = "comments"."post_id"
where
  "comments"."workspace_id" = $1
  and "comments"."id" = $2
  and "posts"."private" = $3
  and "posts"."deleted_at" is null;

-- findPurchaseForWebhook
select
  "reward_id",
  "title",
  "price",
  "reward_type",
  "status",
  "created_by",
  "decline_reason",
  "created_at"
from
  "purchases"
where
  "workspace_id" = $1
  and "id" = $2;
