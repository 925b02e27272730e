-- The whole shop: gift cards, team rewards, and what happened to each purchase.

alter table rewards add column product_id text;
alter table purchases add column product_id text, add column country text, add column gift_card_value integer, add column deadline date;
-- A team reward fills up in one open purchase at a time.
create unique index purchases_open_team on purchases (workspace_id, reward_id) where reward_type = 'team' and status = 'pending';
create index purchases_deadline on purchases (workspace_id, deadline) where reward_type = 'team' and status = 'pending' and deadline is not null;

-- What happened to a purchase, in order. Written in the transaction that makes it happen.
create table purchase_events (
  workspace_id uuid not null,
  id uuid not null,
  purchase_id uuid not null,
  type text not null check (type in ('redeemed', 'contributed', 'withdrawn', 'purchased', 'forced', 'fulfilled', 'declined', 'canceled', 'expired',
    'charged', 'refunded', 'ordered', 'delivered', 'delivery_failed', 'readdressed', 'failed')),
  actor_id uuid,
  amount integer,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id) on delete cascade
);
create index purchase_events_of_purchase on purchase_events (workspace_id, purchase_id, id);

-- A gift card on its way: held -> charged -> ordered -> settled, or releasing -> released. Each step is done before it is
-- written, and can be done again: charge and order go by the purchase's id, so that a second time is the first.
create table gift_orders (
  workspace_id uuid not null,
  purchase_id uuid not null,
  step text not null check (step in ('held', 'charged', 'ordered', 'settled', 'releasing', 'released')),
  product_id text not null,
  country text not null,
  currency text not null,
  value_cents integer not null check (value_cents > 0),
  charge_cents integer not null check (charge_cents > 0),
  card_id uuid not null,
  charge_ref text,
  order_ref text,
  reward_ref text,
  delivery text not null default 'none' check (delivery in ('none', 'delivered', 'failed')),
  recipient_email text not null,
  recipient_name text not null,
  reason text not null default '',
  attempts integer not null default 0,
  last_error text not null default '',
  next_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, purchase_id),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id) on delete cascade,
  foreign key (workspace_id, card_id) references cards (workspace_id, id)
);
-- Crosses workspaces, like outbox_due: workers look for orders that are due, whosoever they are.
create index gift_orders_due on gift_orders (next_at) where step in ('held', 'charged', 'ordered', 'releasing');

-- Charges of cards that live on this machine (BILLING=local), one for each purchase whatever retries there are.
create table local_charges (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  key text not null,
  card_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, key),
  foreign key (workspace_id, card_id) references cards (workspace_id, id)
);

-- Vouchers of our own making (the local gift cards): a code for whoever holds the claim link.
create table vouchers (
  workspace_id uuid not null,
  id uuid not null,
  purchase_id uuid not null,
  token_hash bytea not null,
  code text not null,
  product_id text not null,
  country text not null,
  currency text not null,
  value_cents integer not null check (value_cents > 0),
  created_at timestamptz not null,
  seen_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, purchase_id),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id) on delete cascade
);

-- What providers told us, once each. An event stands before its workspace is known, so the table has no tenant.
create table webhook_events (
  provider text not null,
  event_id text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  done_at timestamptz,
  primary key (provider, event_id)
);

-- Orders that are due, leased for a while: until then no other worker sees them, afterwards (this one died) another does.
create function gift_orders_take(p_at timestamptz, p_lease interval, p_limit integer)
returns table (workspace_id uuid, purchase_id uuid) language sql security definer set search_path = public, pg_temp as $$
  update gift_orders o set next_at = p_at + p_lease
  from (select d.workspace_id, d.purchase_id from gift_orders d where d.step in ('held', 'charged', 'ordered', 'releasing') and d.next_at <= p_at
    order by d.next_at limit p_limit for update skip locked) due
  where o.workspace_id = due.workspace_id and o.purchase_id = due.purchase_id
  returning o.workspace_id, o.purchase_id
$$;
-- Team purchases whose deadline has passed, by the calendar of their workspace.
create function team_purchases_expired(p_at timestamptz, p_limit integer)
returns table (workspace_id uuid, purchase_id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select p.workspace_id, p.id from purchases p join settings s on s.workspace_id = p.workspace_id
  where p.reward_type = 'team' and p.status = 'pending' and p.deadline is not null and p.deadline < (p_at at time zone s.timezone)::date limit p_limit
$$;
-- Whose purchase it is: a provider's webhook knows its id alone.
create function purchase_workspace(p_purchase uuid) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select workspace_id from purchases where id = p_purchase
$$;
create index purchases_by_id on purchases (id);

select wall_off('purchase_events', 'gift_orders', 'local_charges', 'vouchers');
create policy owner_leases on gift_orders for update to current_user using (true) with check (true);
grant select, insert, update on webhook_events to laurel_app;
revoke execute on function gift_orders_take(timestamptz, interval, integer), team_purchases_expired(timestamptz, integer), purchase_workspace(uuid) from public;
grant execute on function gift_orders_take(timestamptz, interval, integer), team_purchases_expired(timestamptz, integer), purchase_workspace(uuid) to laurel_app;
