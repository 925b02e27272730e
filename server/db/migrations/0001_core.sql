-- The core schema. Every tenant table has workspace_id first in its keys, its unique constraints and its foreign keys.
-- laurel_app is the role the server acts as: it owns nothing, has no BYPASSRLS and cannot log in by itself.

do $$ begin
  create role laurel_app nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not pg_has_role(current_user, 'laurel_app', 'member') or not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant laurel_app to %I', current_user);
  end if;
end $$;

-- Whose rows this transaction may see. Unset means nobody's.
create function current_workspace() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('laurel.workspace', true), '')::uuid $$;
create function current_account() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('laurel.account', true), '')::uuid $$;

------------------------------------------------------------------ people across workspaces (no tenant)

create table accounts (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  google_sub text unique,
  language text,
  created_at timestamptz not null
);
create unique index accounts_email on accounts (email);

create table sign_in_codes (
  id uuid primary key,
  email_hash bytea not null,
  client_hash bytea not null,
  sig_hash bytea not null unique,
  code_hash bytea not null,
  purpose text not null check (purpose in ('sign_in', 'change_email', 'danger')),
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_codes_email on sign_in_codes (email_hash, created_at);
create index sign_in_codes_client on sign_in_codes (client_hash, created_at);

------------------------------------------------------------------ the tenant

create table workspaces (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  logo_file_id uuid,
  trial_days integer not null default 30,
  trial_ends_at timestamptz not null,
  paid_until timestamptz,
  manual_payments boolean not null default false,
  validated_at timestamptz,
  discount_claimed_at timestamptz,
  demo boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz
);

create table settings (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  limit_period text not null default 'month' check (limit_period in ('day', 'week', 'month', 'quarter')),
  points_limit integer default 100 check (points_limit >= 0),
  points_limit_per_post integer check (points_limit_per_post >= 1),
  show_leaderboard boolean not null default true,
  contact text not null default '',
  notify_points_received boolean not null default true,
  notify_reward_redeemed boolean not null default true,
  notify_reward_fulfilled boolean not null default true,
  language text not null default 'en',
  timezone text not null default 'UTC',
  active_color text not null default '#F2AE43' check (active_color ~ '^#[0-9A-F]{6}$')
);

create table files (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('avatar', 'logo', 'reward')),
  storage_key text not null,
  mime text not null,
  bytes integer not null check (bytes > 0),
  width integer not null,
  height integer not null,
  created_by uuid,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, storage_key)
);
alter table workspaces add foreign key (id, logo_file_id) references files (workspace_id, id) deferrable initially deferred;

create table users (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  account_id uuid references accounts (id),
  email text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  state text not null check (state in ('pending', 'accepted', 'deactivated', 'deleted')),
  demo boolean not null default false,
  job_title text not null default '',
  phone text not null default '',
  birth_date date,
  hire_date date,
  language text,
  avatar_file_id uuid,
  points_limit integer check (points_limit >= 0),
  points_limit_per_post integer check (points_limit_per_post >= 1),
  notify_points_received boolean not null default true,
  notify_reward_redeemed boolean not null default true,
  notify_reward_fulfilled boolean not null default true,
  checklist_dismissed_at timestamptz,
  invited_by uuid,
  invited_at timestamptz,
  accepted_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, avatar_file_id) references files (workspace_id, id),
  foreign key (workspace_id, invited_by) references users (workspace_id, id),
  check (state <> 'deleted' or (account_id is null and email = ''))
);
create unique index users_email on users (workspace_id, email) where email <> '';
create unique index users_account on users (workspace_id, account_id) where account_id is not null;
create index users_of_account on users (account_id) where account_id is not null;
create index users_team_order on users (
  workspace_id, (case state when 'pending' then 0 when 'accepted' then 1 when 'deactivated' then 2 else 3 end),
  lower(first_name || ' ' || last_name), id);
create index users_by_first_name on users (workspace_id, lower(first_name) text_pattern_ops) where state = 'accepted';
create index users_by_last_name on users (workspace_id, lower(last_name) text_pattern_ops) where state = 'accepted';

create table permissions (
  workspace_id uuid not null,
  user_id uuid not null,
  global_administrator boolean not null default false,
  account_administrator boolean not null default false,
  rewards_administrator boolean not null default false,
  billing_administrator boolean not null default false,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

create table invites (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index invites_of_user on invites (workspace_id, user_id);

-- A bearer token is found before its workspace is known, so sessions stand outside the tenants; only hashes are kept.
create table sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('temporary', 'session', 'impersonation')),
  workspace_id uuid,
  user_id uuid,
  client text not null default '',
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  check ((kind = 'temporary') = (workspace_id is null) and (workspace_id is null) = (user_id is null))
);
create index sessions_of_account on sessions (account_id);
create index sessions_of_user on sessions (workspace_id, user_id);

------------------------------------------------------------------ values, posts, likes

create table "values" (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  color text not null,
  emoji text not null,
  keywords text[] not null default '{}',
  tag text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (workspace_id, id)
);
create unique index values_name on "values" (workspace_id, lower(name)) where retired_at is null;
create unique index values_default on "values" (workspace_id) where is_default and retired_at is null;

create table posts (
  workspace_id uuid not null,
  id uuid not null,
  from_id uuid not null,
  to_ids uuid[] not null check (cardinality(to_ids) between 1 and 50),
  value_id uuid not null,
  score integer not null check (score >= 1),
  description text not null,
  private boolean not null,
  demo boolean not null default false,
  like_count integer not null default 0 check (like_count >= 0),
  period_start timestamptz not null,
  day date not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, from_id) references users (workspace_id, id),
  foreign key (workspace_id, value_id) references "values" (workspace_id, id)
);
-- One range for each way to read: the public feed, by value, by author; private ones are a second range merged in.
create index posts_public on posts (workspace_id, id desc) where not private and deleted_at is null;
create index posts_private on posts (workspace_id, id desc) where private and deleted_at is null;
create index posts_by_value on posts (workspace_id, value_id, id desc) where deleted_at is null;
create index posts_by_author on posts (workspace_id, from_id, private, id desc) where deleted_at is null;

create table post_recipients (
  workspace_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  private boolean not null,
  deleted boolean not null default false,
  primary key (workspace_id, post_id, user_id),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index post_recipients_of_user on post_recipients (workspace_id, user_id, private, post_id desc) where not deleted;

create table likes (
  workspace_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, post_id, user_id),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);

------------------------------------------------------------------ rewards

create table rewards (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  title text not null,
  description text not null default '',
  price integer not null check (price >= 1),
  category text not null,
  emoji text not null default '',
  picture_file_id uuid,
  one_time boolean not null default false,
  comment_required boolean not null default false,
  available_amount integer check (available_amount >= 0),
  type text not null check (type in ('manual', 'automatic')),
  reward_type text not null check (reward_type in ('individual', 'team')),
  country text,
  gift_card_value integer,
  deadline date,
  demo boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, picture_file_id) references files (workspace_id, id)
);
create index rewards_alive on rewards (workspace_id, price, id) where deleted_at is null;

create table purchases (
  workspace_id uuid not null,
  id uuid not null,
  reward_id uuid not null,
  status text not null check (status in ('pending', 'declined', 'fulfilled', 'purchased')),
  title text not null,
  emoji text not null,
  picture_file_id uuid,
  price integer not null check (price >= 1),
  type text not null,
  reward_type text not null,
  company_part integer not null default 0,
  decline_reason text not null default '',
  claim_url text,
  created_by uuid not null,
  decided_by uuid,
  demo boolean not null default false,
  created_at timestamptz not null,
  status_changed_at timestamptz not null,
  canceled_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, reward_id) references rewards (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id),
  foreign key (workspace_id, picture_file_id) references files (workspace_id, id)
);
create index purchases_order on purchases (workspace_id, (status = 'pending') desc, id desc);
create index purchases_by_status on purchases (workspace_id, status, id desc);

create table contributions (
  workspace_id uuid not null,
  id uuid not null,
  purchase_id uuid not null,
  reward_id uuid not null,
  user_id uuid not null,
  amount integer not null check (amount >= 1),
  status text not null check (status in ('pending', 'declined', 'fulfilled', 'purchased')),
  comment text not null default '',
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id) on delete cascade,
  foreign key (workspace_id, reward_id) references rewards (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index contributions_of_purchase on contributions (workspace_id, purchase_id);
create index contributions_of_user on contributions (workspace_id, user_id, purchase_id desc);
create index contributions_one_time on contributions (workspace_id, reward_id, user_id) where status <> 'declined';

------------------------------------------------------------------ the ledger: append-only, double-entry

-- A user's cached balance and how many entries made it; kept in the transaction of each entry.
create table wallets (
  workspace_id uuid not null,
  user_id uuid not null,
  balance bigint not null default 0,
  entries_count bigint not null default 0,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

create table movements (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  type text not null check (type in
    ('adjust', 'post', 'post_deleted', 'purchase', 'purchase_declined', 'purchase_canceled', 'purchase_fulfilled')),
  source_id uuid not null,
  actor_id uuid,
  comment text not null default '',
  demo boolean not null default false,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  -- one effect for each cause, whatever retries there are
  unique (workspace_id, source_id, type),
  foreign key (workspace_id, actor_id) references users (workspace_id, id)
);

create table entries (
  workspace_id uuid not null,
  movement_id uuid not null,
  position smallint not null,
  account text not null check (account in ('wallet', 'issued', 'held', 'redeemed')),
  user_id uuid,
  sequence bigint,
  amount bigint not null check (amount <> 0),
  balance_after bigint,
  primary key (workspace_id, movement_id, position),
  foreign key (workspace_id, movement_id) references movements (workspace_id, id),
  foreign key (workspace_id, user_id) references wallets (workspace_id, user_id),
  check ((account = 'wallet') = (user_id is not null and sequence is not null and balance_after is not null))
);
create unique index entries_of_wallet on entries (workspace_id, user_id, sequence desc) where user_id is not null;

-- What a user has given in a limit period. Not spendable, no part of the double entry.
create table allowances (
  workspace_id uuid not null,
  user_id uuid not null,
  period_start timestamptz not null,
  spent bigint not null check (spent >= 0),
  primary key (workspace_id, user_id, period_start),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

-- Daily rollups in the workspace's days, kept in the transaction that causes them. Reports read these alone.
create table daily_recognition (
  workspace_id uuid not null,
  day date not null,
  user_id uuid not null,
  value_id uuid not null,
  given_points bigint not null default 0,
  given_posts bigint not null default 0,
  received_points bigint not null default 0,
  received_posts bigint not null default 0,
  primary key (workspace_id, day, user_id, value_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, value_id) references "values" (workspace_id, id) on delete cascade
);
create index daily_recognition_of_user on daily_recognition (workspace_id, user_id, day);

create table daily_redemptions (
  workspace_id uuid not null,
  day date not null,
  user_id uuid not null,
  points bigint not null default 0,
  purchases bigint not null default 0,
  primary key (workspace_id, day, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

------------------------------------------------------------------ what every module stands on

create table idempotency_keys (
  workspace_id uuid not null,
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  response json, -- as it was sent, key order included
  created_at timestamptz not null,
  primary key (workspace_id, user_id, key),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index idempotency_keys_age on idempotency_keys (workspace_id, created_at);

-- Mail that must go out once its transaction has committed.
create table outbox (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  kind text not null,
  to_address text not null,
  language text not null,
  params jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (workspace_id, id)
);

create table audit_log (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  actor_id uuid,
  impersonated boolean not null default false,
  action text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (workspace_id, id)
);

-- Development only: where mail lands without SMTP_URL.
create table mailbox (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null
);
create index mailbox_to on mailbox (to_address, sent_at desc);
