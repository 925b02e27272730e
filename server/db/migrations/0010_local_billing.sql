-- Billing without a provider (BILLING=local): the whole life of a subscription in tables of our own. No real money moves.

-- What the operator gives away. No tenant: a code is anybody's who knows it.
create table promo_codes (
  code text primary key check (code ~ '^[A-Z0-9_-]{1,60}$'),
  percent integer not null check (percent between 1 and 100),
  -- For so many months from the first payment on; null is for good.
  months integer check (months > 0),
  -- How many teams may use it; null is any number.
  times integer check (times > 0),
  used integer not null default 0 check (used >= 0 and (times is null or used <= times)),
  ends_at timestamptz,
  created_at timestamptz not null
);

create table local_subscriptions (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('trialing', 'active', 'past_due', 'canceled')),
  plan text not null check (plan in ('month', 'year')),
  quantity integer not null check (quantity > 0),
  -- Periods are counted from here by the calendar: the running one ends `period` months or years later. The trial ends at the anchor itself.
  anchor timestamptz not null,
  period integer not null check (period >= 0),
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  discounts jsonb not null,
  cancel_at_period_end boolean not null default false,
  cancel_reason text,
  cancel_comment text not null default '',
  ended_at timestamptz,
  unpaid boolean not null default false,
  -- When something happens by itself again, or when another worker may look, where one has died.
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check ((status = 'canceled') = (ended_at is not null))
);
create unique index local_subscriptions_live on local_subscriptions (workspace_id) where status <> 'canceled';
create index local_subscriptions_due on local_subscriptions (due_at) where status <> 'canceled';

create table local_invoices (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  status text not null check (status in ('draft', 'open', 'paid', 'void')),
  -- Counts up without gaps within a team, from the moment that an invoice is final.
  sequence integer check (sequence > 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  subtotal_cents integer not null,
  discounts jsonb not null,
  total_cents integer not null,
  -- What the balance took off (or put on); of a draft, what it would.
  balance_cents integer not null,
  amount_due_cents integer not null check (amount_due_cents >= 0),
  attempts integer not null default 0,
  -- Attempts that the calendar made, which are counted; the payer may try as often as they like.
  retries integer not null default 0,
  -- A draft becomes final and an open one is tried again then.
  next_attempt_at timestamptz,
  -- Who pays, as it was when the invoice became final.
  payer jsonb,
  created_at timestamptz not null,
  finalized_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, sequence),
  foreign key (workspace_id, subscription_id) references local_subscriptions (workspace_id, id),
  check (total_cents - balance_cents = amount_due_cents),
  check ((status = 'draft') = (sequence is null) and (status = 'draft') = (payer is null)),
  check ((status = 'paid') = (paid_at is not null) and (status = 'void') = (voided_at is not null))
);
create index local_invoices_of on local_invoices (workspace_id, subscription_id);

-- Lines, also those that wait for the next invoice (`invoice_id` null).
create table local_invoice_lines (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  invoice_id uuid,
  kind text not null check (kind in ('base', 'seats', 'unused', 'remaining')),
  plan text not null check (plan in ('month', 'year')),
  quantity integer not null check (quantity > 0),
  amount_cents integer not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, subscription_id) references local_subscriptions (workspace_id, id),
  foreign key (workspace_id, invoice_id) references local_invoices (workspace_id, id)
);
create index local_invoice_lines_of on local_invoice_lines (workspace_id, subscription_id, invoice_id);

-- What the balance is made of: its sum lowers the next invoices.
create table local_balance_entries (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  amount_cents integer not null check (amount_cents <> 0),
  reason text not null check (reason in ('invoice', 'void')),
  invoice_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, invoice_id, reason),
  foreign key (workspace_id, invoice_id) references local_invoices (workspace_id, id)
);

-- A charge pays a gift card, or an invoice.
alter table local_charges add column invoice_id uuid, add foreign key (workspace_id, invoice_id) references local_invoices (workspace_id, id);
create index local_charges_of on local_charges (workspace_id, invoice_id) where invoice_id is not null;

-- Subscriptions with which something happens by itself now, leased for a while: until then no other worker sees them.
create function local_subscriptions_take(p_at timestamptz, p_lease interval, p_limit integer)
returns table (workspace_id uuid, id uuid) language sql security definer set search_path = public, pg_temp as $$
  update local_subscriptions s set due_at = p_at + p_lease
  from (select d.workspace_id, d.id from local_subscriptions d join workspaces w on w.id = d.workspace_id and w.deleted_at is null
    where d.status <> 'canceled' and d.due_at <= p_at order by d.due_at limit p_limit for update of d skip locked) due
  where s.workspace_id = due.workspace_id and s.id = due.id
  returning s.workspace_id, s.id
$$;

select wall_off('local_subscriptions', 'local_invoices', 'local_invoice_lines', 'local_balance_entries');
create policy owner_leases on local_subscriptions for update to current_user using (true) with check (true);
grant select, update (used) on promo_codes to laurel_app;
revoke execute on function local_subscriptions_take(timestamptz, interval, integer) from public;
grant execute on function local_subscriptions_take(timestamptz, interval, integer) to laurel_app;
