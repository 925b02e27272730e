-- Printed by `npm run generate` for reading; do not edit.

-- listShopRows
select
  "rewards"."id",
  "rewards"."title",
  "rewards"."description",
  "rewards"."price",
  "rewards"."category",
  "rewards"."emoji",
  "files"."storage_key" as "picture_key",
  "rewards"."one_time",
  "rewards"."comment_required",
  "rewards"."available_amount",
  "rewards"."type",
  "rewards"."reward_type",
  "rewards"."country",
  "rewards"."product_id",
  "rewards"."gift_card_value",
  "rewards"."deadline",
  "rewards"."demo",
  "rewards"."created_at",
  (
    select
      "filling"."price"
    from
      "purchases" as "filling"
    where
      "filling"."workspace_id" = $1
      and "filling"."reward_id" = "rewards"."id"
      and "filling"."reward_type" = $2
      and "filling"."status" = $3
  ) as "filling_price",
  "open"."id" as "open_id",
  "open"."deadline" as "open_deadline"
from
  "rewards"
  left join "files" on "files"."workspace_id" = "rewards"."workspace_id"
  and "files"."id" = "rewards"."picture_file_id"
  left join "purchases" as "open" on "open"."workspace_id" = "rewards"."workspace_id"
  and "open"."reward_id" = "rewards"."id"
  and "open"."reward_type" = $4
  and "open"."status" = $5
where
  "rewards"."workspace_id" = $6
  and "rewards"."deleted_at" is null
  and (
    "rewards"."available_amount" is null
    or "rewards"."available_amount" > $7
    or "open"."id" is not null
  )
  and (
    "rewards"."reward_type" = $8
    or "rewards"."type" = $9
  )
  and coalesce(
    case
      when open.id is null then rewards.deadline
      else open.deadline
    end >= $10::date,
    true
  )
  and "rewards"."id" = $11
  and "rewards"."category" = $12
order by
  "rewards"."price",
  "rewards"."id";

-- sumContributionsByUser
select
  "purchase_id",
  "user_id",
  sum("amount") as "amount"
from
  "contributions"
where
  "workspace_id" = $1
  and "purchase_id" in ($2)
  and "status" <> $3
group by
  "purchase_id",
  "user_id"
order by
  min(id::text);

-- listPurchasedRewards
select
  "reward_id",
  "purchase_id"
from
  "contributions"
where
  "workspace_id" = $1
  and "user_id" = $2
  and "status" <> $3
  and "reward_id" in ($4);
