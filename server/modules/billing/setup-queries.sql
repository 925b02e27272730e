-- Printed by `npm run generate` for reading; do not edit.

-- hasSetupSince
select
  "id"
from
  "card_setups"
where
  "workspace_id" = $1
  and "done_at" is null
  and "provider_ref" is not null
  and "created_at" > $2
  and "expires_at" > $3
limit
  $4;

-- listCardSetups
select
  "id",
  "purpose",
  "provider_ref",
  "created_by"
from
  "card_setups"
where
  "workspace_id" = $1
  and "done_at" is null
  and "provider_ref" is not null
  and "created_at" > $2
  and "plan" is null
order by
  "id";

-- listOrderSetups
select
  "id",
  "plan",
  "created_by"
from
  "card_setups"
where
  "workspace_id" = $1
  and "done_at" is null
  and "provider_ref" is not null
  and "created_at" > $2
  and "plan" is not null
order by
  "id" desc;

-- markSetupDone
update "card_setups"
set
  "done_at" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "done_at" is null;

-- markSetupsDone
update "card_setups"
set
  "done_at" = $1
where
  "workspace_id" = $2
  and "id" in ($3);

-- lockSetupByToken
select
  "card_setups"."id",
  "card_setups"."workspace_id",
  "card_setups"."purpose",
  "card_setups"."callback",
  "card_setups"."created_by",
  "card_setups"."plan",
  "card_setups"."promo",
  "workspaces"."name",
  "workspaces"."trial_ends_at",
  "workspaces"."discount_claimed_at"
from
  "card_setups"
  inner join "workspaces" on "workspaces"."id" = "card_setups"."workspace_id"
where
  "card_setups"."workspace_id" = $1
  and "card_setups"."token_hash" = $2
  and "card_setups"."done_at" is null
  and "card_setups"."expires_at" > $3
  and "workspaces"."deleted_at" is null
for update of
  "card_setups";
