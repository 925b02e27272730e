-- Printed by `npm run generate` for reading; do not edit.

-- listPurchaseEvents
select
  purchase_id,
  type,
  actor_id,
  amount,
  created_at
from
  (
    select
      *,
      row_number() over (
        partition by
          purchase_id
        order by
          id desc
      ) as recency
    from
      purchase_events
    where
      workspace_id = $1
      and purchase_id = any ($2::uuid[])
  ) e
where
  recency <= 100
order by
  id;

-- findPurchaseRow
select
  "gift_orders"."delivery",
  "gift_orders"."recipient_email",
  "purchases"."id",
  "purchases"."reward_id",
  "purchases"."status",
  "purchases"."title",
  "purchases"."emoji",
  "files"."storage_key" as "picture_key",
  "purchases"."price",
  "purchases"."type",
  "purchases"."reward_type",
  "purchases"."company_part",
  "purchases"."stage",
  "purchases"."decline_reason",
  "purchases"."ordered_at",
  "purchases"."ordered_by",
  "purchases"."order_note",
  "purchases"."note",
  "purchases"."code",
  "purchases"."claim_url",
  "purchases"."created_by",
  "purchases"."created_at",
  "purchases"."status_changed_at",
  "purchases"."canceled_at",
  "purchases"."returned_at",
  "purchases"."country",
  "purchases"."gift_card_value",
  "purchases"."deadline"
from
  "purchases"
  left join "files" on "files"."workspace_id" = "purchases"."workspace_id"
  and "files"."id" = "purchases"."picture_file_id"
  left join "gift_orders" on "gift_orders"."workspace_id" = "purchases"."workspace_id"
  and "gift_orders"."purchase_id" = "purchases"."id"
where
  "purchases"."workspace_id" = $1
  and "purchases"."id" = $2;

-- listPurchaseRowsByIds
select
  "gift_orders"."delivery",
  "gift_orders"."recipient_email",
  "purchases"."id",
  "purchases"."reward_id",
  "purchases"."status",
  "purchases"."title",
  "purchases"."emoji",
  "files"."storage_key" as "picture_key",
  "purchases"."price",
  "purchases"."type",
  "purchases"."reward_type",
  "purchases"."company_part",
  "purchases"."stage",
  "purchases"."decline_reason",
  "purchases"."ordered_at",
  "purchases"."ordered_by",
  "purchases"."order_note",
  "purchases"."note",
  "purchases"."code",
  "purchases"."claim_url",
  "purchases"."created_by",
  "purchases"."created_at",
  "purchases"."status_changed_at",
  "purchases"."canceled_at",
  "purchases"."returned_at",
  "purchases"."country",
  "purchases"."gift_card_value",
  "purchases"."deadline"
from
  "purchases"
  left join "files" on "files"."workspace_id" = "purchases"."workspace_id"
  and "files"."id" = "purchases"."picture_file_id"
  left join "gift_orders" on "gift_orders"."workspace_id" = "purchases"."workspace_id"
  and "gift_orders"."purchase_id" = "purchases"."id"
where
  "purchases"."workspace_id" = $1
  and "purchases"."id" in ($2);

-- listPurchaseRowsOfUser
select
  "gift_orders"."delivery",
  "gift_orders"."recipient_email",
  "purchases"."id",
  "purchases"."reward_id",
  "purchases"."status",
  "purchases"."title",
  "purchases"."emoji",
  "files"."storage_key" as "picture_key",
  "purchases"."price",
  "purchases"."type",
  "purchases"."reward_type",
  "purchases"."company_part",
  "purchases"."stage",
  "purchases"."decline_reason",
  "purchases"."ordered_at",
  "purchases"."ordered_by",
  "purchases"."order_note",
  "purchases"."note",
  "purchases"."code",
  "purchases"."claim_url",
  "purchases"."created_by",
  "purchases"."created_at",
  "purchases"."status_changed_at",
  "purchases"."canceled_at",
  "purchases"."returned_at",
  "purchases"."country",
  "purchases"."gift_card_value",
  "purchases"."deadline"
from
  "purchases"
  left join "files" on "files"."workspace_id" = "purchases"."workspace_id"
  and "files"."id" = "purchases"."picture_file_id"
  left join "gift_orders" on "gift_orders"."workspace_id" = "purchases"."workspace_id"
  and "gift_orders"."purchase_id" = "purchases"."id"
where
  "purchases"."workspace_id" = $1
  and purchases.id = any (
    array(
      select
        c.purchase_id
      from
        contributions c
      where
        c.workspace_id = $2
        and c.user_id = $3
    )
  )
  and (
    purchases.status = 'declined'
    or exists (
      select
      from
        contributions c
      where
        c.workspace_id = $4
        and c.user_id = $5
        and c.purchase_id = purchases.id
        and c.status <> 'declined'
    )
  )
  and "purchases"."status" = $6
  and "purchases"."type" = $7
  and "purchases"."reward_type" = $8
  and ((purchases.status = 'pending'), purchases.id) < ($9::boolean, $10::uuid)
order by
  (purchases.status = 'pending') desc,
  "purchases"."id" desc
limit
  $11;

-- findRewardOfPurchase
select
  "reward_id",
  "reward_type"
from
  "purchases"
where
  "workspace_id" = $1
  and "id" = $2;

-- lockPurchaseRow
select
  *
from
  "purchases"
where
  "workspace_id" = $1
  and "id" = $2
for no key update;

-- lockPurchaseRows
select
  *
from
  "purchases"
where
  "workspace_id" = $1
  and "id" = any ($2::uuid[])
order by
  "id"
for no key update;

-- lockOpenTeamPurchase
select
  *
from
  "purchases"
where
  "workspace_id" = $1
  and "reward_id" = $2
  and "reward_type" = $3
  and "status" = $4
for no key update;

-- listPurchasesWithPart
select
  "id",
  "reward_id",
  "reward_type"
from
  "purchases"
where
  "workspace_id" = $1
  and "status" = $2
  and "reward_type" = $3
  and "id" in (
    select
      "purchase_id"
    from
      "contributions"
    where
      "workspace_id" = $4
      and "user_id" = $5
      and "status" = $6
  )
order by
  "id";

-- listExpiredTeamPurchases
select
  *
from
  team_purchases_expired ($1, $2);

-- insertPurchase
insert into
  "purchases" (
    "workspace_id",
    "id",
    "reward_id",
    "status",
    "title",
    "emoji",
    "picture_file_id",
    "price",
    "type",
    "reward_type",
    "product_id",
    "country",
    "gift_card_value",
    "deadline",
    "claim_url",
    "created_by",
    "decided_by",
    "created_at",
    "status_changed_at",
    "canceled_at"
  )
values
  (
    $1,
    $2,
    $3,
    $4,
    $5,
    $6,
    $7,
    $8,
    $9,
    $10,
    $11,
    $12,
    $13,
    $14,
    $15,
    $16,
    $17,
    $18,
    $19,
    $20
  );

-- updatePurchaseStatus
update "purchases"
set
  "status" = $1,
  "status_changed_at" = $2,
  "decided_by" = $3,
  "decline_reason" = $4,
  "canceled_at" = $5,
  "returned_at" = $6
where
  "workspace_id" = $7
  and "id" = $8;

-- insertPurchaseEvent
insert into
  "purchase_events" ("workspace_id", "id", "purchase_id", "type", "actor_id", "amount", "created_at")
values
  ($1, $2, $3, $4, $5, $6, $7);
select
  "demo"
from
  "purchases"
where
  "workspace_id" = $1
  and "id" = $2;

-- lockAcceptedUser
select
  "id"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2
  and "state" = $3
for share;
