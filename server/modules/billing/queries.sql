-- Printed by `npm run generate` for reading; do not edit.

-- findCustomer
select
  "provider",
  "ref",
  "name",
  "email",
  "address",
  "country",
  "tax_id",
  "balance_cents",
  "settings"."language"
from
  "billing_customers"
  inner join "settings" on "settings"."workspace_id" = "billing_customers"."workspace_id"
where
  "billing_customers"."workspace_id" = $1;
select
  "name"
from
  "workspaces"
where
  "id" = $1;
select
  "users"."email"
from
  "users"
  inner join "permissions" on "permissions"."workspace_id" = "users"."workspace_id"
  and "permissions"."user_id" = "users"."id"
where
  "users"."workspace_id" = $1
  and "users"."state" = $2
  and "permissions"."billing_administrator" = $3
order by
  "users"."id";
insert into
  "billing_customers" (
    "workspace_id",
    "provider",
    "ref",
    "name",
    "email",
    "busy_until",
    "created_at",
    "updated_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict ("workspace_id") do nothing;
select
  "provider",
  "ref",
  "name",
  "email",
  "address",
  "country",
  "tax_id",
  "balance_cents",
  "settings"."language"
from
  "billing_customers"
  inner join "settings" on "settings"."workspace_id" = "billing_customers"."workspace_id"
where
  "billing_customers"."workspace_id" = $1;

-- findPaymentCard
select
  "id",
  "provider_ref" as "ref"
from
  "cards"
where
  "workspace_id" = $1
  and "purpose" = $2
  and "removed_at" is null;

-- findCustomerRef
select
  "ref"
from
  "billing_customers"
where
  "workspace_id" = $1;

-- findActiveCustomerRef
select
  "ref"
from
  "billing_customers"
  inner join "workspaces" on "workspaces"."id" = "billing_customers"."workspace_id"
where
  "workspace_id" = $1
  and "deleted_at" is null;

-- findCustomerWorkspace
select
  billing_workspace ($1, $2) as workspace_id;

-- updateCustomer
update "billing_customers"
set
  "ref" = $1
where
  "workspace_id" = $2;

-- takeProviderLease
update "billing_customers"
set
  "busy_until" = $1
where
  "workspace_id" = $2
  and (
    "busy_until" is null
    or "busy_until" <= $3
  );

-- renewProviderLease
update "billing_customers"
set
  "busy_until" = $1
where
  "workspace_id" = $2
  and "busy_until" = $3;

-- endProviderLease
update "billing_customers"
set
  "busy_until" = $1
where
  "workspace_id" = $2
  and "busy_until" = $3;

-- updateBalance
update "billing_customers"
set
  "balance_cents" = $1
where
  "workspace_id" = $2
  and "balance_cents" <> $3;

-- removeSubscriptionCard
update "cards"
set
  "removed_at" = $1
where
  "workspace_id" = $2
  and "purpose" = $3
  and "provider" = $4
  and "removed_at" is null;
