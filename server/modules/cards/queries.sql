-- Printed by `npm run generate` for reading; do not edit.

-- findCard
select
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

-- findSameCard
select
  "id"
from
  "cards"
where
  "removed_at" is null
  and (
    "workspace_id" = $1
    and "purpose" = $2
    and "provider" = $3
    and "provider_ref" = $4
    and "brand" = $5
    and "last4" = $6
    and "exp_month" = $7
    and "exp_year" = $8
  );

-- insertCard
insert into
  "cards" (
    "workspace_id",
    "purpose",
    "provider",
    "provider_ref",
    "brand",
    "last4",
    "exp_month",
    "exp_year",
    "id",
    "created_by",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- removeActiveCard
update "cards"
set
  "removed_at" = $1
where
  "workspace_id" = $2
  and "purpose" = $3
  and "removed_at" is null
returning
  "id",
  "last4";

-- claimDiscount
update "workspaces"
set
  "discount_claimed_at" = $1
where
  "id" = $2
  and "discount_claimed_at" is null
  and "trial_ends_at" > $3;

-- dismissOffer
update "workspaces"
set
  "offer_dismissed_at" = $1
where
  "id" = $2
  and "offer_dismissed_at" is null;

-- insertCardSetup
insert into
  "card_setups" (
    "workspace_id",
    "id",
    "purpose",
    "callback",
    "token_hash",
    "created_by",
    "created_at",
    "expires_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8);

-- insertChargeOnce
insert into
  "local_charges" ("workspace_id", "id", "key", "card_id", "amount_cents", "created_at")
values
  ($1, $2, $3, $4, $5, $6)
on conflict ("workspace_id", "key") do nothing;
select
  "id"
from
  "local_charges"
where
  "workspace_id" = $1
  and "key" = $2;

-- refundLocalCharge
update "local_charges"
set
  "refunded_cents" = "amount_cents"
where
  "workspace_id" = $1
  and "key" = $2
returning
  "id";
