-- A company that hosts itself (BILLING=off) has no card and is charged nothing: its own account with the provider pays.
alter table gift_orders alter column card_id drop not null;
alter table gift_orders drop constraint gift_orders_charge_cents_check;
alter table gift_orders add check (charge_cents >= 0 and (card_id is null) = (charge_cents = 0));
-- Two vouchers never share a code.
create unique index vouchers_code on vouchers (workspace_id, code);
-- A provider's news is worked on until it could be looked into.
alter table webhook_events add column attempts integer not null default 0, add column next_at timestamptz not null default now();
create index webhook_events_due on webhook_events (next_at) where done_at is null;
