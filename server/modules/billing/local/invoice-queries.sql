-- Printed by `npm run generate` for reading; do not edit.

-- updateLocalInvoice
update "local_invoices"
set
  "status" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- findUnsettledInvoice
select
  *
from
  "local_invoices"
where
  "workspace_id" = $1
  and "subscription_id" = $2
  and "status" in ($3, $4);

-- findPendingLines
select
  *
from
  "local_invoice_lines"
where
  "workspace_id" = $1
  and "subscription_id" = $2
  and "invoice_id" is null
order by
  "id";

-- insertInvoiceLines
insert into
  "local_invoice_lines" (
    "workspace_id",
    "id",
    "subscription_id",
    "invoice_id",
    "period_start",
    "period_end",
    "kind",
    "plan",
    "quantity",
    "amount_cents"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- findInvoicePayer
select
  "workspaces"."name" as "team",
  "billing_customers"."name",
  "email",
  "address",
  "country",
  "tax_id"
from
  "billing_customers"
  inner join "workspaces" on "workspaces"."id" = "billing_customers"."workspace_id"
where
  "workspace_id" = $1;

-- insertInvoice
insert into
  "local_invoices" (
    "period_start",
    "period_end",
    "workspace_id",
    "id",
    "subscription_id",
    "status",
    "subtotal_cents",
    "total_cents",
    "balance_cents",
    "amount_due_cents",
    "discounts",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
returning
  *;

-- assignPendingLines
update "local_invoice_lines"
set
  "invoice_id" = $1
where
  "workspace_id" = $2
  and "subscription_id" = $3
  and "invoice_id" is null;

-- deletePendingLines
delete from "local_invoice_lines"
where
  "workspace_id" = $1
  and "subscription_id" = $2
  and "invoice_id" is null;

-- deleteInvoice
delete from "local_invoice_lines"
where
  "workspace_id" = $1
  and "invoice_id" = $2;
delete from "local_invoices"
where
  "workspace_id" = $1
  and "id" = $2;

-- insertBalanceEntry
insert into
  "local_balance_entries" ("workspace_id", "id", "amount_cents", "reason", "invoice_id", "created_at")
values
  ($1, $2, $3, $4, $5, $6);

-- findLastSequence
select
  max("sequence") as "last"
from
  "local_invoices"
where
  "workspace_id" = $1;

-- findLinesByInvoice
select
  *
from
  "local_invoice_lines"
where
  "workspace_id" = $1
  and "invoice_id" in ($2)
order by
  "kind" in ($3, $4) desc,
  "id";

-- listInvoices
select
  *
from
  "local_invoices"
where
  "workspace_id" = $1
  and "id" < $2
order by
  "id" desc
limit
  $3;

-- findInvoice
select
  *
from
  "local_invoices"
where
  "workspace_id" = $1
  and "id" = $2;

-- listInvoiceCharges
select
  "c"."id",
  "c"."workspace_id",
  "c"."created_at",
  "c"."amount_cents",
  "c"."refunded_cents",
  "cards"."brand",
  "cards"."last4",
  "i"."sequence",
  "i"."id" as "invoice_id"
from
  "local_charges" as "c"
  inner join "local_invoices" as "i" on "i"."workspace_id" = "c"."workspace_id"
  and "i"."id" = "c"."invoice_id"
  inner join "cards" on "cards"."workspace_id" = "c"."workspace_id"
  and "cards"."id" = "c"."card_id"
where
  "c"."workspace_id" = $1
  and "c"."id" < $2
order by
  "c"."id" desc
limit
  $3;

-- findLocalCharge
select
  "c"."id",
  "c"."workspace_id",
  "c"."created_at",
  "c"."amount_cents",
  "c"."refunded_cents",
  "cards"."brand",
  "cards"."last4",
  "i"."sequence",
  "i"."id" as "invoice_id"
from
  "local_charges" as "c"
  inner join "local_invoices" as "i" on "i"."workspace_id" = "c"."workspace_id"
  and "i"."id" = "c"."invoice_id"
  inner join "cards" on "cards"."workspace_id" = "c"."workspace_id"
  and "cards"."id" = "c"."card_id"
where
  "c"."workspace_id" = $1
  and "c"."id" = $2;
