-- Printed by `npm run generate` for reading; do not edit.

-- findOfferCountry
select
  "country"
from
  "rewards"
where
  "workspace_id" = $1
  and "id" = $2
  and "type" = $3;

-- findBuyer
select
  "email",
  "first_name",
  "last_name"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- insertOrder
insert into
  "gift_orders" (
    "product_id",
    "country",
    "currency",
    "value_cents",
    "workspace_id",
    "purchase_id",
    "step",
    "card_id",
    "charge_cents",
    "recipient_email",
    "recipient_name",
    "next_at",
    "created_at",
    "updated_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);
select
  pg_notify ($1, $2);

-- findRewardsCard
select
  "id",
  "brand",
  "last4",
  "exp_month",
  "exp_year",
  "created_at"
from
  "cards"
where
  "workspace_id" = $1
  and "purpose" = $2
  and "removed_at" is null;

-- findValidatedAt
select
  "validated_at"
from
  "workspaces"
where
  "id" = $1;

-- findSpentCents
select
  "spent_cents"
from
  "gift_card_days"
where
  "workspace_id" = $1
  and "day" = $2;

-- addSpending
insert into
  gift_card_days as d (workspace_id, day, spent_cents)
values
  ($1, $2::date, $3::bigint)
on conflict (workspace_id, day) do update
set
  spent_cents = d.spent_cents + excluded.spent_cents
where
  d.spent_cents + excluded.spent_cents <= $4::bigint
returning
  spent_cents::float8 as spent;

-- subtractSpending
update "gift_card_days"
set
  "spent_cents" = "spent_cents" - $1
where
  "workspace_id" = $2
  and "day" = $3;

-- markLimitReported
insert into
  gift_card_days as d (workspace_id, day, reported_at)
values
  ($1, $2::date, $3)
on conflict (workspace_id, day) do update
set
  reported_at = excluded.reported_at
where
  d.reported_at is null
returning
  d.day;

-- findVoucherByToken
select
  "vouchers"."id",
  "workspaces"."name" as "team",
  "vouchers"."product_id",
  "vouchers"."country",
  "vouchers"."currency",
  "vouchers"."value_cents",
  "vouchers"."code",
  "vouchers"."created_at",
  "vouchers"."seen_at"
from
  "vouchers"
  inner join "workspaces" on "workspaces"."id" = "vouchers"."workspace_id"
where
  "vouchers"."workspace_id" = $1
  and "vouchers"."token_hash" = $2
  and "workspaces"."deleted_at" is null;

-- markVoucherSeen
update "vouchers"
set
  "seen_at" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- findVoucher
select
  "id",
  "purchase_id",
  "token_hash"
from
  "vouchers"
where
  "workspace_id" = $1
  and "purchase_id" = $2;

-- insertVoucherOnce
insert into
  "vouchers" (
    "product_id",
    "country",
    "currency",
    "value_cents",
    "workspace_id",
    "id",
    "purchase_id",
    "token_hash",
    "code",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict ("workspace_id", "purchase_id") do nothing;
