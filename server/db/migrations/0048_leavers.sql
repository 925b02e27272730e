-- Leaver's grace (docs/leavers.md, decision 060): deactivated members may spend their balance for
-- some days. Days and what happens with the rest are rules of the team.
alter table settings
  add column leaver_grace_days smallint not null default 30
    check (leaver_grace_days between 0 and 90),
  add column leaver_outcome text not null default 'return'
    check (leaver_outcome in ('gift_card', 'payroll', 'return'));

-- Personal addresses that members enter for the time after they leave. Nobody else sees them.
create table personal_addresses (
  workspace_id uuid not null,
  user_id uuid not null,
  address bytea not null, -- encrypted
  updated_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

create table leaver_graces (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  outcome text not null check (outcome in ('gift_card', 'payroll', 'return')), -- the rule at the start
  token_hash bytea, -- of the mailed link; null: no link
  held_at timestamptz, -- stopped by an administrator
  ended_at timestamptz,
  -- What became of the balance. Null with ended_at: there was none.
  result text check (result in ('lapsed', 'paid_out', 'gift_card')),
  points bigint check (points >= 0), -- the balance at the end
  cents bigint check (cents >= 0), -- its money value, if a point has one
  purchase_id uuid, -- the gift card
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  check ((ended_at is null) = (points is null)),
  check (result is null or ended_at is not null)
);
create unique index leaver_graces_open on leaver_graces (workspace_id, user_id)
  where ended_at is null;
create index leaver_graces_of_user on leaver_graces (workspace_id, user_id, id);
create unique index leaver_graces_token on leaver_graces (workspace_id, token_hash)
  where token_hash is not null;
create index leaver_graces_due on leaver_graces (workspace_id, ends_at)
  where ended_at is null and held_at is null;
select enable_tenant_rls('personal_addresses', 'leaver_graces');

-- The end of a balance.
alter table movements drop constraint movements_type_check, add constraint movements_type_check
  check (type in (
    'adjust', 'post', 'post_deleted', 'purchase', 'purchase_declined', 'purchase_canceled',
    'purchase_fulfilled', 'budget_funded', 'budget_returned', 'budget_moved', 'budget_expired',
    'budget_recovered', 'lapsed', 'paid_out'));
