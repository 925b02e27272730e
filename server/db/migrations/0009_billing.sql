-- Billing: who pays, a copy of the subscription as its provider has it, and how news of it find their team.

-- Who pays, and what stands on their invoices. `ref` is the provider's name for them, once it knows them.
create table billing_customers (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  provider text not null check (provider in ('local', 'stripe')),
  ref text,
  name text not null,
  email text not null,
  address text not null default '',
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  tax_id text not null default '',
  -- What the next invoices are lowered by, as the provider told last.
  balance_cents integer not null default 0,
  -- One act at a time goes out to the provider; who dies in it leaves it open for this long.
  busy_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index billing_customers_ref on billing_customers (provider, ref) where ref is not null;

-- The subscription that lives, else the last one: a copy, read again whenever something may have changed.
create table subscriptions (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  ref text not null,
  status text not null check (status in ('trialing', 'active', 'past_due', 'canceled')),
  plan text not null check (plan in ('month', 'year')),
  quantity integer not null check (quantity > 0),
  cancel_at_period_end boolean not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  ended_at timestamptz,
  unpaid boolean not null,
  amount_cents integer not null,
  discounts jsonb not null,
  open_invoice jsonb,
  -- Counts up whenever somebody joins or leaves; the provider was last told at `seats_told`.
  seats_version integer not null default 0,
  seats_told integer not null default 0,
  read_at timestamptz not null
);
create index subscriptions_seats on subscriptions (workspace_id) where seats_version <> seats_told;

-- A page may also begin a subscription: of this plan, with this promotion code. `provider_ref`: the page's name with its provider.
alter table card_setups add column plan text check (plan in ('month', 'year')), add column promo text, add column provider_ref text;
create index card_setups_open on card_setups (workspace_id) where done_at is null;

-- Seats follow the people who have joined: whatever changes them marks the subscription, a worker tells the provider.
create function seats_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update subscriptions set seats_version = seats_version + 1 where workspace_id = new.workspace_id and status <> 'canceled';
  return null;
end $$;
create trigger users_seats after update of state on users for each row when (old.state is distinct from new.state) execute function seats_change();
create trigger users_seats_in after insert on users for each row when (new.state = 'accepted' and not new.demo) execute function seats_change();

-- Whose subscription it is: a provider's webhook knows its own name for the payer alone.
create function billing_workspace(p_provider text, p_ref text) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select workspace_id from billing_customers where provider = p_provider and ref = p_ref
$$;
-- Teams whose seats are to be told.
create function seats_take(p_limit integer) returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select workspace_id from subscriptions where seats_version <> seats_told and status <> 'canceled' order by read_at limit p_limit
$$;

-- A trial that ends soon is told of once.
alter table workspaces add column trial_mailed_at timestamptz;
create index workspaces_trials on workspaces (trial_ends_at) where trial_mailed_at is null and not demo and deleted_at is null;
create function trials_take(p_at timestamptz, p_until timestamptz, p_limit integer) returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select w.id from workspaces w where w.trial_ends_at > p_at and w.trial_ends_at <= p_until and w.trial_mailed_at is null and not w.demo and w.deleted_at is null
    and not w.manual_payments and not exists (select 1 from subscriptions s where s.workspace_id = w.id and s.status <> 'canceled') limit p_limit
$$;

select wall_off('billing_customers', 'subscriptions');
create policy owner_marks on subscriptions for update to current_user using (true) with check (true);
revoke execute on function seats_change(), billing_workspace(text, text), seats_take(integer), trials_take(timestamptz, timestamptz, integer) from public;
grant execute on function seats_change(), billing_workspace(text, text), seats_take(integer), trials_take(timestamptz, timestamptz, integer) to laurel_app;
