-- Printed by `npm run generate` for reading; do not edit.

-- leaseDueOrders
select
  *
from
  gift_orders_take ($1, make_interval(secs => $2), $3);

-- lockTeam
select
  "id"
from
  "workspaces"
where
  "id" = $1
for key share;

-- takeOrder
update "gift_orders"
set
  "next_at" = $1
where
  "workspace_id" = $2
  and "purchase_id" = $3
  and "step" in ($4, $5, $6, $7)
  and "next_at" <= $8
returning
  *;

-- renewOrderLease
update "gift_orders"
set
  "next_at" = $1
where
  "workspace_id" = $2
  and "purchase_id" = $3
  and "next_at" = $4;

-- lockLeasedOrder
select
  *
from
  "gift_orders"
where
  "workspace_id" = $1
  and "purchase_id" = $2
  and "step" = $3
  and "attempts" = $4
  and "next_at" <= $5
for update;

-- updateOrder
update "gift_orders"
set
  "step" = $1
where
  "workspace_id" = $2
  and "purchase_id" = $3;

-- isBuyerActive
select
  "users"."id"
from
  "users"
  inner join "purchases" on "purchases"."workspace_id" = "users"."workspace_id"
  and "purchases"."created_by" = "users"."id"
where
  "purchases"."workspace_id" = $1
  and "purchases"."id" = $2
  and (
    "users"."state" = $3
    or (
      "users"."state" = $4
      and exists (
        select
          "leaver_graces"."id"
        from
          "leaver_graces"
        where
          "leaver_graces"."workspace_id" = $5
          and "leaver_graces"."user_id" = "users"."id"
          and "leaver_graces"."started_at" <= "purchases"."created_at"
      )
    )
  );

-- findOrderCard
select
  "id",
  "provider",
  "provider_ref"
from
  "cards"
where
  "workspace_id" = $1
  and "id" = $2;

-- findOrderTexts
select
  "workspaces"."name",
  "settings"."language" as "team_language",
  "users"."language",
  "users"."id" as "buyer_id"
from
  "purchases"
  inner join "workspaces" on "workspaces"."id" = "purchases"."workspace_id"
  inner join "settings" on "settings"."workspace_id" = "purchases"."workspace_id"
  inner join "users" on "users"."workspace_id" = "purchases"."workspace_id"
  and "users"."id" = "purchases"."created_by"
where
  "purchases"."workspace_id" = $1
  and "purchases"."id" = $2;

-- findBuyerLocale
select
  coalesce(u.language, s.language) as language,
  s.timezone
from
  settings s
  join purchases p on p.workspace_id = s.workspace_id
  and p.id = $1
  left join users u on u.workspace_id = p.workspace_id
  and u.id = p.created_by
where
  s.workspace_id = $2;

-- updateClaimUrl
update "purchases"
set
  "claim_url" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- findBuyerId
select
  "created_by"
from
  "purchases"
where
  "workspace_id" = $1
  and "id" = $2;

-- findPurchaseWorkspace
select
  purchase_workspace ($1) as workspace_id;

-- makeOrderDue
update "gift_orders"
set
  "next_at" = $1
where
  "workspace_id" = $2
  and "purchase_id" = $3
  and "step" in ($4, $5);

-- updateDelivery
update "gift_orders"
set
  "delivery" = $1,
  "updated_at" = $2
where
  "workspace_id" = $3
  and "purchase_id" = $4
  and "step" = $5
  and "delivery" <> $6
returning
  "purchase_id";

-- lockUndeliveredOrder
select
  *
from
  "gift_orders"
where
  "workspace_id" = $1
  and "purchase_id" = $2
  and "step" = $3
  and "delivery" = $4
for update;

-- updateRecipient
update "gift_orders"
set
  "recipient_email" = $1,
  "delivery" = case
    when "delivery" = $2 then $3
    else "delivery"
  end,
  "next_at" = $4,
  "updated_at" = $5
where
  "workspace_id" = $6
  and "purchase_id" = $7
  and "next_at" = $8;
