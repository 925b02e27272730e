-- Cards a team pays with: what the provider tells of them, never their numbers. One for the subscription, one for gift cards.
create table cards (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  purpose text not null check (purpose in ('subscription', 'rewards')),
  provider text not null check (provider in ('local', 'stripe')),
  provider_ref text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month smallint not null check (exp_month between 1 and 12),
  exp_year smallint not null,
  created_by uuid,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (workspace_id, id)
);
create unique index cards_in_use on cards (workspace_id, purpose) where removed_at is null;

-- A card on its way in: the provider's page was opened, and leads back to the callback.
create table card_setups (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  purpose text not null check (purpose in ('subscription', 'rewards')),
  callback text not null,
  token_hash bytea not null,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  done_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, token_hash)
);

-- The welcome offer is made once: claimed (discount_claimed_at) or put away.
alter table workspaces add column offer_dismissed_at timestamptz;

select wall_off('cards', 'card_setups');
