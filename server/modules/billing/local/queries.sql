-- Printed by `npm run generate` for reading; do not edit.

-- lockLiveSubscription
select
  *
from
  "local_subscriptions"
where
  "workspace_id" = $1
  and "status" <> $2
for update;

-- findLatestSubscription
select
  *
from
  "local_subscriptions"
where
  "workspace_id" = $1
order by
  "status" <> $2 desc,
  "id" desc
limit
  $3;

-- updateLocalSubscription
update "local_subscriptions"
set
  "quantity" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- sumCustomerBalance
select
  sum("amount_cents") as "total"
from
  "local_balance_entries"
where
  "workspace_id" = $1;

-- findLocalSubscriptionCard
select
  "id",
  "provider_ref" as "ref",
  "brand",
  "last4",
  "exp_month",
  "exp_year"
from
  "cards"
where
  "workspace_id" = $1
  and "purpose" = $2
  and "removed_at" is null;

-- findPromotion
select
  "code",
  "percent",
  "months"
from
  "promo_codes"
where
  code = $1
  and (
    times is null
    or used < times
  )
  and (
    ends_at is null
    or ends_at > $2
  );

-- redeemPromotion
update "promo_codes"
set
  "used" = "used" + $1
where
  code = $2
  and (
    times is null
    or used < times
  )
  and (
    ends_at is null
    or ends_at > $3
  )
returning
  "code",
  "percent",
  "months";

-- lockCustomer
select
  "workspace_id"
from
  "billing_customers"
where
  "workspace_id" = $1
for update;

-- insertLocalSubscription
insert into
  "local_subscriptions" (
    "workspace_id",
    "id",
    "status",
    "plan",
    "quantity",
    "anchor",
    "period",
    "period_start",
    "period_end",
    "discounts",
    "due_at",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
returning
  *;

-- lockIdleSubscription
select
  *
from
  "local_subscriptions"
where
  "workspace_id" = $1
  and "id" = $2
for update
  skip locked;

-- leaseDueSubscriptions
select
  *
from
  local_subscriptions_take ($1, make_interval(secs => $2), $3);
