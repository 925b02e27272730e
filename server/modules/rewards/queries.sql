-- Printed by `npm run generate` for reading; do not edit.

-- listRewards
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
  "rewards"."audience",
  "rewards"."person_max",
  "rewards"."person_period",
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
  ) as "filling_price"
from
  "rewards"
  left join "files" on "files"."workspace_id" = "rewards"."workspace_id"
  and "files"."id" = "rewards"."picture_file_id"
where
  "rewards"."workspace_id" = $4
  and "rewards"."deleted_at" is null
  and "rewards"."category" = $5
order by
  "rewards"."price",
  "rewards"."id";

-- lockActiveReward
select
  *
from
  "rewards"
where
  "workspace_id" = $1
  and "id" = $2
  and "deleted_at" is null
for update;

-- wasRedeemed
select
  "id"
from
  "purchases"
where
  "workspace_id" = $1
  and "reward_id" = $2
limit
  $3;

-- listPurchasesForExport
select
  "id",
  "title",
  "type",
  "reward_type",
  "price",
  "company_part",
  "status",
  "decline_reason",
  "ordered_at",
  "ordered_by",
  "order_note",
  "note",
  "decided_by",
  "created_at",
  "status_changed_at",
  "canceled_at",
  "returned_at"
from
  "purchases"
where
  "workspace_id" = $1
  and "created_at" >= $2
  and "created_at" < $3
  and "id" < $4
order by
  "id" desc
limit
  $5;
select
  "purchase_id",
  "user_id",
  "amount",
  "status",
  "comment"
from
  "contributions"
where
  "workspace_id" = $1
  and "purchase_id" in ($2)
order by
  "id";

-- findPictureId
select
  "picture_file_id"
from
  "rewards"
where
  "workspace_id" = $1
  and "id" = $2
  and "deleted_at" is null;

-- countRewards
select
  count(*) as "n"
from
  "rewards"
where
  "workspace_id" = $1
  and "deleted_at" is null;

-- insertRewards
insert into
  "rewards" (
    "workspace_id",
    "id",
    "title",
    "description",
    "price",
    "category",
    "emoji",
    "picture_file_id",
    "available_amount",
    "type",
    "reward_type",
    "country",
    "gift_card_value",
    "deadline",
    "created_at",
    "deleted_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- updateRewardFields
update "rewards"
set
  "price" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- markRewardDeleted
update "rewards"
set
  "deleted_at" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "deleted_at" is null
returning
  "title";
