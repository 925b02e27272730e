-- Printed by `npm run generate` for reading; do not edit.

-- findSubscription
select
  *
from
  "subscriptions"
where
  "workspace_id" = $1;

-- saveSubscription
insert into
  "subscriptions" (
    "workspace_id",
    "ref",
    "status",
    "plan",
    "quantity",
    "period_start",
    "period_end",
    "amount_cents",
    "cancel_at_period_end",
    "unpaid",
    "discounts",
    "read_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
on conflict ("workspace_id") do update
set
  "ref" = $13,
  "status" = $14,
  "plan" = $15,
  "quantity" = $16,
  "period_start" = $17,
  "period_end" = $18,
  "amount_cents" = $19,
  "cancel_at_period_end" = $20,
  "unpaid" = $21,
  "discounts" = $22,
  "read_at" = $23;

-- endSubscription
update "subscriptions"
set
  "status" = $1,
  "ended_at" = $2,
  "cancel_at_period_end" = $3,
  "open_invoice" = $4,
  "read_at" = $5
where
  "workspace_id" = $6
  and "status" <> $7;

-- markSeatsPushed
update "subscriptions"
set
  "pushed_seats_version" = $1
where
  "workspace_id" = $2;
