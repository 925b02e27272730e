-- The schema of Laurel. Every tenant table has workspace_id first in its keys, unique constraints
-- and foreign keys. SQL functions and triggers are in server/db/functions. Only those that this
-- file or later migrations need themselves are here.

------------------------------------------------------------ role and access

-- The server acts as laurel_app: it owns nothing, does not bypass row level security and has no
-- login of its own. A cluster has the role once, for all of its databases.
do $$ begin
  create role laurel_app nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not pg_has_role(current_user, 'laurel_app', 'member')
    or not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant laurel_app to %I', current_user);
  end if;
end $$;
grant usage on schema public to laurel_app;
-- The server reads which migrations have run (/readyz).
revoke all on kysely_migration, kysely_migration_lock from laurel_app;
grant select on kysely_migration, kysely_migration_lock to laurel_app;

-- The workspace and the account of the transaction. Null: no row of a tenant is visible.
create function current_workspace() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('laurel.workspace', true), '')::uuid $$;
create function current_account() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('laurel.account', true), '')::uuid $$;
revoke execute on function current_workspace, current_account from public;
grant execute on function current_workspace, current_account to laurel_app;

-- Forces row level security on new tenant tables and grants the server access. For migrations.
-- The owner may read all rows: integrity checks and functions that run as the owner need them.
create function enable_tenant_rls(variadic p_tables text[]) returns void language plpgsql as $$
declare
  t text;
begin
  foreach t in array p_tables loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy tenant on %I using (workspace_id = current_workspace())
        with check (workspace_id = current_workspace())', t);
    execute format('create policy owner_reads on %I for select to current_user using (true)', t);
    execute format('grant select, insert, update, delete on %I to laurel_app', t);
  end loop;
end $$;
revoke execute on function enable_tenant_rls from public;

------------------------------------------------------------ accounts (without a tenant)

-- A person, who may be a user of several workspaces.
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
  purpose text not null check (purpose in ('sign_in', 'change_email', 'presence')),
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_codes_email on sign_in_codes (email_hash, created_at);
create index sign_in_codes_client on sign_in_codes (client_hash, created_at);

-- Nonces of Google sign-ins: each is accepted once.
create table used_google_nonces (
  nonce_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_google_nonces_expiry on used_google_nonces (expires_at);

-- An authenticator app (TOTP, decision 030). It counts from confirmed_at on.
create table second_factors (
  account_id uuid primary key references accounts (id) on delete cascade,
  secret bytea not null, -- encrypted with the server's secret
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0, -- last accepted step of 30 seconds: no code counts twice
  tries smallint not null default 0, -- wrong codes since tries_since
  tries_since timestamptz not null
);

-- Unused recovery codes; a used one is deleted.
create table recovery_codes (
  account_id uuid not null references second_factors (account_id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  primary key (account_id, code_hash)
);

-- Changes of address that can be undone (decision 037). Only the hash of the undo token is stored.
create table address_changes (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  undo_hash bytea not null unique,
  changed_at timestamptz not null,
  undone_at timestamptz
);
create index address_changes_of_account on address_changes (account_id, changed_at);
create index address_changes_by_age on address_changes (changed_at);

-- Workspaces that an account created lately, for the daily limit. Memberships do not serve: an
-- invitation to the workspace of somebody else must not count.
create table team_creations (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null
);
create index team_creations_account on team_creations (account_id, created_at);

grant select, insert, update, delete on accounts, sign_in_codes, used_google_nonces, second_factors,
  recovery_codes, address_changes, team_creations to laurel_app;

------------------------------------------------------------ workspaces

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
  deleted_at timestamptz,
  offer_dismissed_at timestamptz,
  trial_mailed_at timestamptz,
  deletion_due_at timestamptz,
  deletion_asked_by uuid, -- no foreign key: users are deleted before their workspace
  mail_domain text, -- domain of the verified address that created the workspace
  invites_per_day integer check (invites_per_day >= 0), -- set by the operator; null: the default
  check ((deletion_due_at is null) = (deletion_asked_by is null))
);
create index workspaces_trials on workspaces (trial_ends_at)
  where trial_mailed_at is null and not demo and deleted_at is null;
create index workspaces_deletion_due on workspaces (deletion_due_at)
  where deletion_due_at is not null and deleted_at is null;

create table settings (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  limit_period text not null default 'month'
    check (limit_period in ('day', 'week', 'month', 'quarter')),
  points_limit integer default 100 check (points_limit >= 0),
  points_limit_per_post integer check (points_limit_per_post >= 1),
  show_leaderboard boolean not null default true,
  contact text not null default '',
  notify_points_received boolean not null default true,
  notify_reward_redeemed boolean not null default true,
  notify_reward_fulfilled boolean not null default true,
  language text not null default 'en',
  timezone text not null default 'UTC',
  active_color text not null default '#F2AE43' check (active_color ~ '^#[0-9A-F]{6}$'),
  leaderboard_mode text not null default 'receivers'
    check (leaderboard_mode in ('receivers', 'givers', 'together')),
  comments boolean not null default true,
  reactions boolean not null default true,
  add_ons boolean not null default true
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
alter table workspaces add foreign key (id, logo_file_id) references files (workspace_id, id)
  deferrable initially deferred;

-- The mails that a workspace has sent in a day, for its limits.
create table mail_budgets (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  day date not null,
  own_invites integer not null default 0,
  other_invites integer not null default 0,
  notices integer not null default 0,
  primary key (workspace_id, day)
);

------------------------------------------------------------ users

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
  show_dates boolean not null default true,
  calendar_salt bytea, -- part of the secret calendar address (decision 022); null: none
  first_accepted_at timestamptz, -- written by a trigger, kept whatever becomes of the user
  primary key (workspace_id, id),
  foreign key (workspace_id, avatar_file_id) references files (workspace_id, id),
  foreign key (workspace_id, invited_by) references users (workspace_id, id),
  check (state <> 'deleted' or (account_id is null and email = ''))
);
create unique index users_email on users (workspace_id, email) where email <> '';
create unique index users_account on users (workspace_id, account_id) where account_id is not null;
create index users_of_account on users (account_id) where account_id is not null;
create index users_team_order on users (
  workspace_id,
  (case state when 'pending' then 0 when 'accepted' then 1 when 'deactivated' then 2 else 3 end),
  lower(first_name || ' ' || last_name), id);
create index users_by_first_name on users (workspace_id, lower(first_name) text_pattern_ops)
  where state = 'accepted';
create index users_by_last_name on users (workspace_id, lower(last_name) text_pattern_ops)
  where state = 'accepted';
-- Upcoming dates are found by month and day, without the year.
create index users_birthdays on users (
  workspace_id,
  ((extract(month from birth_date) * 100 + extract(day from birth_date))::int))
  where birth_date is not null and state = 'accepted' and show_dates;
create index users_anniversaries on users (
  workspace_id,
  ((extract(month from hire_date) * 100 + extract(day from hire_date))::int))
  where hire_date is not null and state = 'accepted' and show_dates;

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
create index permissions_held on permissions (workspace_id, user_id)
  where global_administrator or account_administrator or rewards_administrator
    or billing_administrator;

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

-- An operator's link that signs in as a user: created on the command line, valid once.
create table impersonation_links (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  operator text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

create table imports (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  state text not null
    check (state in ('uploaded', 'in_progress', 'canceled', 'failed', 'finished')),
  file_name text not null,
  header text[] not null,
  fields text[] not null,
  rows_count integer not null default 0,
  done_count integer not null default 0,
  invited_count integer not null default 0,
  updated_count integer not null default 0,
  refused_count integer not null default 0,
  last_error text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id)
);

create table import_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  line integer not null,
  cells text[] not null,
  outcome text check (outcome in ('invited', 'updated', 'refused')), -- null: not processed yet
  code text, -- why the row was refused
  user_id uuid,
  primary key (workspace_id, import_id, line),
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
);
create index import_rows_open on import_rows (workspace_id, import_id, line) where outcome is null;
create index import_rows_refused on import_rows (workspace_id, import_id, line)
  where outcome = 'refused';

select enable_tenant_rls('settings', 'files', 'mail_budgets', 'users', 'permissions', 'invites',
  'impersonation_links', 'imports', 'import_rows');

alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy tenant on workspaces using (id = current_workspace())
  with check (id = current_workspace());
create policy owner_reads on workspaces for select to current_user using (true);
grant select, insert, update, delete on workspaces to laurel_app;

-- Before a workspace is chosen, an account sees its own memberships with their workspaces.
create policy own_memberships on users for select using (account_id = current_account());
create policy own_workspaces on workspaces for select
  using (current_account() is not null
    and id in (select workspace_id from users where account_id = current_account()));
create policy own_logos on files for select
  using (kind = 'logo' and current_account() is not null
    and workspace_id in (select workspace_id from users where account_id = current_account()));
-- For account_change_email.
create policy owner_readdresses on users for update to current_user using (true) with check (true);

------------------------------------------------------------ sessions (without a tenant)

-- The session of a bearer token is read before its workspace is known. Only hashes are stored.
create table sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  account_id uuid not null references accounts (id) on delete cascade,
  -- token: a personal access token.
  kind text not null check (kind in ('temporary', 'session', 'impersonation', 'token')),
  workspace_id uuid,
  user_id uuid,
  client text not null default '',
  created_at timestamptz not null,
  seen_at timestamptz not null, -- of a token: the day of its last use; before created_at: never
  expires_at timestamptz not null,
  revoked_at timestamptz,
  name text not null default '',
  scopes text[] not null default '{}',
  proven_at timestamptz, -- last proof of presence in this session (decision 037)
  confined boolean not null default false, -- begun by an invite link: confined to its workspace
  sign_in_id uuid, -- first session of this sign-in; null for that session itself
  opened_by uuid, -- session or temporary token that started this one
  private_read_at timestamptz, -- of an impersonation: when it first read a private post
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  check ((kind = 'temporary') = (workspace_id is null)
    and (workspace_id is null) = (user_id is null)),
  constraint sessions_scopes_check check ((kind = 'token') = (cardinality(scopes) > 0))
);
create index sessions_of_account on sessions (account_id);
create index sessions_of_user on sessions (workspace_id, user_id);
create index sessions_of_sign_in on sessions (sign_in_id) where sign_in_id is not null;
grant select, insert, update, delete on sessions to laurel_app;

------------------------------------------------------------ values and posts

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
  updated_at timestamptz,
  primary key (workspace_id, id)
);
create unique index values_name on "values" (workspace_id, lower(name)) where retired_at is null;
create unique index values_default on "values" (workspace_id)
  where is_default and retired_at is null;

-- A post with a parent is an add-on. Counts of what belongs to a post are kept under its lock.
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
  period_start timestamptz not null, -- the limit period whose allowance paid
  day date not null, -- the day of the workspace, for rollups
  created_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid,
  parent_id uuid,
  comment_count integer not null default 0 check (comment_count >= 0),
  add_on_count integer not null default 0 check (add_on_count >= 0),
  added_score bigint not null default 0 check (added_score >= 0), -- sum of the scores of add-ons
  reaction_counts jsonb not null default '{}',
  add_on boolean not null generated always as (parent_id is not null) stored,
  primary key (workspace_id, id),
  foreign key (workspace_id, from_id) references users (workspace_id, id),
  foreign key (workspace_id, value_id) references "values" (workspace_id, id),
  foreign key (workspace_id, parent_id) references posts (workspace_id, id)
);
-- One range for each way to read; the ranges of public and private posts are merged.
create index posts_public on posts (workspace_id, id desc)
  where not private and deleted_at is null and not add_on;
create index posts_private on posts (workspace_id, id desc)
  where private and deleted_at is null and not add_on;
create index posts_by_value on posts (workspace_id, value_id, id desc)
  where deleted_at is null and not add_on;
create index posts_by_author on posts (workspace_id, from_id, private, add_on, id desc)
  where deleted_at is null;
create index posts_of_parent on posts (workspace_id, parent_id, id desc)
  where parent_id is not null;

create table post_recipients (
  workspace_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  private boolean not null,
  deleted boolean not null default false,
  add_on boolean not null default false,
  -- Points that the deletion of the post took back before the balance went below zero. Null: the
  -- post is not deleted, or its deletion is older than this column and recovered everything.
  recovered integer,
  primary key (workspace_id, post_id, user_id),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index post_recipients_of_user on post_recipients (
  workspace_id, user_id, private, add_on, post_id desc) where not deleted;

-- Full-text search of posts (decision 018). These functions are in this file because an index uses
-- them: a change of one needs a migration that builds the index again. They name each other with
-- their schema and have no search path of their own, because they run with every post.

-- Returns a text as it is searched: lower case without accents, and words of scripts without spaces
-- letter by letter.
create function search_plain(p_text text) returns text
language plpgsql immutable parallel safe as $$
begin
  p_text := lower(p_text);
  -- ASCII has no accents.
  if octet_length(p_text) <> length(p_text) then
    p_text := regexp_replace(
      normalize(
        regexp_replace(normalize(p_text, NFKD), '[\u0300-\u036f]', '', 'g'), NFKC),
      '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g');
  end if;
  -- A lexeme has at most 2,046 bytes.
  if octet_length(p_text) > 2000 then
    p_text := regexp_replace(p_text, '([[:alnum:]]{40})[[:alnum:]]+', '\1', 'g');
  end if;
  return p_text;
end $$;

-- Returns the stretch of time of a post: 2^31 milliseconds (25 days) of the time in its id.
create function search_stretch(p_id uuid) returns integer
language sql immutable parallel safe as $$
  select (('x' || left(p_id::text, 8))::bit(32)::bigint >> 15)::integer
$$;

-- Returns the prefix of a lexeme: its workspace, its readers (everybody, readers of private posts,
-- or one user) and its stretch of time.
create function search_prefix(p_workspace uuid, p_who text, p_stretch integer) returns text
language sql immutable parallel safe as $$
  select left(md5(p_workspace::text || p_who), 8) || to_hex(p_stretch) || '.'
$$;

-- Returns the lexemes of a post. The cost keeps plans from computing it for rows that the index
-- knows.
create function search_lexemes(
  p_workspace uuid, p_id uuid, p_private boolean, p_from uuid, p_to uuid[], p_text text
) returns tsvector
language plpgsql immutable parallel safe cost 10000 as $$
declare
  v_plain text := public.search_plain(p_text);
  v_stretch integer := public.search_stretch(p_id);
  v_words text[] := '{}';
  v_prefix text;
begin
  for v_prefix in
    select public.search_prefix(p_workspace, who, v_stretch)
    from unnest(case when p_private then array['private', p_from::text] || p_to::text[]
      else array['public'] end) who
  loop
    v_words := v_words || array_remove(
      string_to_array(
        v_prefix || regexp_replace(v_plain, '[^[:alnum:]]+', ' ' || v_prefix, 'g'), ' '),
      v_prefix);
  end loop;
  return array_to_tsvector(v_words);
end $$;
revoke execute on function search_plain, search_stretch, search_prefix, search_lexemes from public;
grant execute on function search_plain, search_stretch, search_prefix, search_lexemes to laurel_app;

-- Without a pending list (fastupdate), which every search would have to read.
create index posts_words on posts using gin (
  search_lexemes(workspace_id, id, private, from_id, to_ids, description)) with (fastupdate = off)
  where deleted_at is null and not add_on;

------------------------------------------------------------ comments, reactions, likes

create table comments (
  workspace_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  text text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index comments_of_post on comments (workspace_id, post_id, id desc);

create table reactions (
  workspace_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  reaction text not null check (reaction in ('clap', 'party', 'thanks', 'idea', 'fire', 'smile')),
  created_at timestamptz not null,
  primary key (workspace_id, post_id, user_id, reaction),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);

create table likes (
  workspace_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, post_id, user_id),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);

select enable_tenant_rls('values', 'posts', 'post_recipients', 'comments', 'reactions', 'likes');

------------------------------------------------------------ ledger: double entry, append-only

-- The balance of a user and the number of its entries, kept in the transaction of each entry.
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
  type text not null check (type in (
    'adjust', 'post', 'post_deleted', 'purchase', 'purchase_declined', 'purchase_canceled',
    'purchase_fulfilled')),
  source_id uuid not null,
  actor_id uuid,
  comment text not null default '',
  demo boolean not null default false,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  -- One movement for each cause, however often it is tried.
  unique (workspace_id, source_id, type),
  foreign key (workspace_id, actor_id) references users (workspace_id, id)
);

-- Entries of a movement sum to zero: wallets of users against accounts of the workspace.
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
  check ((account = 'wallet')
    = (user_id is not null and sequence is not null and balance_after is not null))
);
create unique index entries_of_wallet on entries (workspace_id, user_id, sequence desc)
  where user_id is not null;

-- The points that a user has given in a limit period. No part of the double entry.
create table allowances (
  workspace_id uuid not null,
  user_id uuid not null,
  period_start timestamptz not null,
  spent bigint not null check (spent >= 0),
  primary key (workspace_id, user_id, period_start),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

select enable_tenant_rls('wallets', 'movements', 'entries', 'allowances');
-- Only functions that run as the owner write points.
revoke insert, update, delete on wallets, movements, entries, allowances from laurel_app;

------------------------------------------------------------ rollups of reports

-- Sums of a day of the workspace, kept in the transaction of each post. Public and private posts
-- have rows of their own (decision 038).
create table daily_recognition (
  workspace_id uuid not null,
  day date not null,
  user_id uuid not null,
  value_id uuid not null,
  given_points bigint not null default 0,
  given_posts bigint not null default 0,
  received_points bigint not null default 0,
  received_posts bigint not null default 0,
  private boolean not null,
  primary key (workspace_id, day, user_id, value_id, private),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, value_id) references "values" (workspace_id, id) on delete cascade
);
create index daily_recognition_of_user on daily_recognition (workspace_id, user_id, day);

-- Sums of all days: a report of all time reads one row for each user and value. Triggers keep it.
create table total_recognition (
  workspace_id uuid not null,
  user_id uuid not null,
  value_id uuid not null,
  given_points bigint not null default 0,
  given_posts bigint not null default 0,
  received_points bigint not null default 0,
  received_posts bigint not null default 0,
  private boolean not null,
  primary key (workspace_id, user_id, value_id, private),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, value_id) references "values" (workspace_id, id) on delete cascade
);

create table daily_redemptions (
  workspace_id uuid not null,
  day date not null,
  user_id uuid not null,
  points bigint not null default 0,
  purchases bigint not null default 0,
  primary key (workspace_id, day, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

select enable_tenant_rls('daily_recognition', 'total_recognition', 'daily_redemptions');

------------------------------------------------------------ rewards and purchases

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
  available_amount integer check (available_amount >= 0), -- null: unlimited
  type text not null check (type in ('manual', 'automatic')),
  reward_type text not null check (reward_type in ('individual', 'team')),
  country text,
  gift_card_value integer,
  deadline date,
  demo boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  product_id text,
  primary key (workspace_id, id),
  foreign key (workspace_id, picture_file_id) references files (workspace_id, id)
);
create index rewards_alive on rewards (workspace_id, price, id) where deleted_at is null;

-- A purchase copies the reward as it was.
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
  product_id text,
  country text,
  gift_card_value integer,
  deadline date,
  primary key (workspace_id, id),
  foreign key (workspace_id, reward_id) references rewards (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id),
  foreign key (workspace_id, picture_file_id) references files (workspace_id, id)
);
create index purchases_order on purchases (workspace_id, (status = 'pending') desc, id desc);
create index purchases_by_status on purchases (workspace_id, status, id desc);
-- A team reward has one open purchase at a time.
create unique index purchases_open_team on purchases (workspace_id, reward_id)
  where reward_type = 'team' and status = 'pending';
create index purchases_deadline on purchases (workspace_id, deadline)
  where reward_type = 'team' and status = 'pending' and deadline is not null;
-- For webhooks of providers, which know only the purchase.
create index purchases_by_id on purchases (id);

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
  day date not null, -- its day in the rollups, also for a refund after a change of time zone
  primary key (workspace_id, id),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id) on delete cascade,
  foreign key (workspace_id, reward_id) references rewards (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index contributions_of_purchase on contributions (workspace_id, purchase_id);
create index contributions_of_user on contributions (workspace_id, user_id, purchase_id desc);
create index contributions_one_time on contributions (workspace_id, reward_id, user_id)
  where status <> 'declined';

-- The history of a purchase, written in the transaction of each event.
create table purchase_events (
  workspace_id uuid not null,
  id uuid not null,
  purchase_id uuid not null,
  type text not null check (type in (
    'redeemed', 'contributed', 'withdrawn', 'purchased', 'forced', 'fulfilled', 'declined',
    'canceled', 'expired', 'charged', 'refunded', 'ordered', 'delivered', 'delivery_failed',
    'readdressed', 'failed')),
  actor_id uuid,
  amount integer,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id) on delete cascade
);
create index purchase_events_of_purchase on purchase_events (workspace_id, purchase_id, id);

select enable_tenant_rls('rewards', 'purchases', 'contributions', 'purchase_events');

------------------------------------------------------------ billing

-- Payment cards as their provider describes them, never their numbers: one for the subscription and
-- one for gift cards.
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

-- A visit to the provider's page that adds a card, and starts a subscription if it has a plan.
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
  plan text check (plan in ('month', 'year')),
  promo text,
  provider_ref text,
  primary key (workspace_id, id),
  unique (workspace_id, token_hash)
);
create index card_setups_open on card_setups (workspace_id) where done_at is null;

create table billing_customers (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  provider text not null check (provider in ('local', 'stripe')),
  ref text, -- the provider's id of the customer, once it has one
  name text not null,
  email text not null,
  address text not null default '',
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  tax_id text not null default '',
  balance_cents integer not null default 0, -- lowers the next invoices, as the provider said last
  busy_until timestamptz, -- lease of the one running call to the provider
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index billing_customers_ref on billing_customers (provider, ref)
  where ref is not null;

-- A copy of the provider's live subscription, or of the last one (decision 011).
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
  seats_version integer not null default 0, -- rises when a user joins or leaves
  seats_told integer not null default 0, -- the version that the provider knows
  read_at timestamptz not null
);
create index subscriptions_seats on subscriptions (workspace_id) where seats_version <> seats_told;

select enable_tenant_rls('cards', 'card_setups', 'billing_customers', 'subscriptions');
-- For seats_change.
create policy owner_marks on subscriptions for update to current_user using (true)
  with check (true);

------------------------------------------------------------ local billing (BILLING=local)

-- Promotion codes of the operator, for every workspace.
create table promo_codes (
  code text primary key check (code ~ '^[A-Z0-9_-]{1,60}$'),
  percent integer not null check (percent between 1 and 100),
  months integer check (months > 0), -- from the first payment on; null: for ever
  times integer check (times > 0), -- maximum number of workspaces; null: no limit
  used integer not null default 0 check (used >= 0 and (times is null or used <= times)),
  ends_at timestamptz,
  created_at timestamptz not null
);
grant select, update (used) on promo_codes to laurel_app;

create table local_subscriptions (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('trialing', 'active', 'past_due', 'canceled')),
  plan text not null check (plan in ('month', 'year')),
  quantity integer not null check (quantity > 0),
  -- Periods count from the anchor by the calendar: the current one ends `period` months or years
  -- after it. A trial ends at the anchor.
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
  due_at timestamptz not null, -- time of the next step, or end of a worker's lease
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check ((status = 'canceled') = (ended_at is not null))
);
create unique index local_subscriptions_live on local_subscriptions (workspace_id)
  where status <> 'canceled';
create index local_subscriptions_due on local_subscriptions (due_at) where status <> 'canceled';

create table local_invoices (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  status text not null check (status in ('draft', 'open', 'paid', 'void')),
  sequence integer check (sequence > 0), -- without gaps in a workspace; null: a draft
  period_start timestamptz not null,
  period_end timestamptz not null,
  subtotal_cents integer not null,
  discounts jsonb not null,
  total_cents integer not null,
  balance_cents integer not null, -- subtracted from the total; of a draft, as it would be now
  amount_due_cents integer not null check (amount_due_cents >= 0),
  attempts integer not null default 0,
  retries integer not null default 0, -- attempts by schedule; those of the payer are not limited
  next_attempt_at timestamptz, -- when a draft becomes final, or an open invoice is tried again
  payer jsonb, -- the customer when the invoice became final
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

create table local_invoice_lines (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  invoice_id uuid, -- null: waits for the next invoice
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
create index local_invoice_lines_of on local_invoice_lines (
  workspace_id, subscription_id, invoice_id);

-- The parts of a customer's balance.
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

-- Charges of local cards, for gift cards and invoices. The key makes a repeated charge the same.
create table local_charges (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  key text not null,
  card_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  created_at timestamptz not null,
  invoice_id uuid,
  primary key (workspace_id, id),
  unique (workspace_id, key),
  foreign key (workspace_id, card_id) references cards (workspace_id, id),
  foreign key (workspace_id, invoice_id) references local_invoices (workspace_id, id)
);
create index local_charges_of on local_charges (workspace_id, invoice_id)
  where invoice_id is not null;

select enable_tenant_rls('local_subscriptions', 'local_invoices', 'local_invoice_lines',
  'local_balance_entries', 'local_charges');
-- For local_subscriptions_take.
create policy owner_leases on local_subscriptions for update to current_user using (true)
  with check (true);

------------------------------------------------------------ gift cards

-- An order advances held -> charged -> ordered -> settled, or releasing -> released (decision 010).
-- Steps are recorded after they are done and can be repeated: the provider recognizes the purchase.
create table gift_orders (
  workspace_id uuid not null,
  purchase_id uuid not null,
  step text not null
    check (step in ('held', 'charged', 'ordered', 'settled', 'releasing', 'released')),
  product_id text not null,
  country text not null,
  currency text not null,
  value_cents integer not null check (value_cents > 0),
  charge_cents integer not null,
  card_id uuid, -- null with BILLING=off: the company's own account with the provider pays
  charge_ref text,
  order_ref text,
  reward_ref text,
  delivery text not null default 'none' check (delivery in ('none', 'delivered', 'failed')),
  recipient_email text not null,
  recipient_name text not null,
  reason text not null default '',
  attempts integer not null default 0,
  last_error text not null default '',
  next_at timestamptz not null, -- time of the next step, or end of a worker's lease
  created_at timestamptz not null,
  updated_at timestamptz not null,
  claimed_cents bigint not null default 0 check (claimed_cents >= 0), -- claimed from its day
  primary key (workspace_id, purchase_id),
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id) on delete cascade,
  foreign key (workspace_id, card_id) references cards (workspace_id, id),
  check (charge_cents >= 0 and (card_id is null) = (charge_cents = 0))
);
-- Workers look for due orders of all workspaces.
create index gift_orders_due on gift_orders (next_at)
  where step in ('held', 'charged', 'ordered', 'releasing');

-- Spending of a day (UTC) in cents of US dollars, for the daily limit. A failed order returns its
-- part. A reset of the workspace keeps the rows, so that it does not reset the limit.
create table gift_card_days (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  day date not null,
  spent_cents bigint not null default 0 check (spent_cents >= 0),
  reported_at timestamptz, -- when the other administrators got a mail about the limit
  primary key (workspace_id, day)
);

-- Codes of the local gift card provider.
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
create unique index vouchers_code on vouchers (workspace_id, code);

select enable_tenant_rls('gift_orders', 'gift_card_days', 'vouchers');
-- For gift_orders_take.
create policy owner_leases on gift_orders for update to current_user using (true) with check (true);

------------------------------------------------------------ webhooks

-- Webhooks and chat bridges that a workspace receives events with (decision 023).
create table hooks (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('webhook', 'slack', 'teams')),
  url text not null, -- of a bridge only its host, because its address is its secret
  description text not null default '',
  events text[] not null,
  secret bytea not null, -- encrypted: the signing key, or the whole address of a bridge
  old_secret bytea, -- signs as well until old_until
  old_until timestamptz,
  state text not null default 'active' check (state in ('active', 'paused', 'off')),
  off_reason text check (off_reason in ('failing', 'gone')),
  failures integer not null default 0, -- failed rounds in succession
  failing_since timestamptz,
  wait_until timestamptz, -- nothing is sent before
  delivered_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  check ((state = 'off') = (off_reason is not null))
);

-- One event for one webhook; its payload is made when it is sent. The id is the webhook-id of every
-- attempt. status, answer and reason are those of the last attempt.
create table hook_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  hook_id uuid not null,
  event text not null,
  subject_id uuid not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0, -- since it was last queued
  status integer,
  answer text not null default '',
  reason text not null default '',
  next_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, hook_id) references hooks (workspace_id, id) on delete cascade
);
create index hook_deliveries_waiting on hook_deliveries (workspace_id, hook_id, next_at)
  where state = 'waiting';
create index hook_deliveries_untold on hook_deliveries (workspace_id, subject_id)
  where state = 'waiting';
create index hook_deliveries_log on hook_deliveries (
  workspace_id, hook_id, created_at desc, id desc);
-- Answers whether the log of a webhook contains purchases.
create index hook_deliveries_purchases on hook_deliveries (workspace_id, hook_id)
  where event like 'purchase.%';

select enable_tenant_rls('hooks', 'hook_deliveries');
-- For hook_deliveries_prune.
create policy owner_prunes on hook_deliveries for delete to current_user using (true);

-- Events of providers, each stored once, before their workspace is known.
create table webhook_events (
  provider text not null,
  event_id text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  done_at timestamptz,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index webhook_events_due on webhook_events (provider, next_at) where done_at is null;
create index webhook_events_done on webhook_events (done_at) where done_at is not null;
grant select, insert, update, delete on webhook_events to laurel_app;

------------------------------------------------------------ mail

-- Mails, written in the transaction of their cause and sent by workers (decision 009).
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
  user_id uuid,
  import_id uuid,
  next_at timestamptz not null default '-infinity',
  leased_until timestamptz, -- by the database's clock
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
);
-- Workers look for due mails of all workspaces.
create index outbox_due on outbox (next_at) where state = 'waiting';
create index outbox_of_import on outbox (workspace_id, import_id, state)
  where import_id is not null;
create index outbox_scheduled on outbox (workspace_id, import_id, next_at)
  where state = 'waiting' and import_id is not null;
create index outbox_done on outbox (workspace_id, created_at) where state <> 'waiting';

select enable_tenant_rls('outbox');
-- For outbox_take.
create policy owner_drains on outbox for update to current_user using (true) with check (true);

-- Mails of a server without SMTP_URL, for development.
create table mailbox (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null
);
create index mailbox_to on mailbox (to_address, sent_at desc);
grant select, insert, update, delete on mailbox to laurel_app;

------------------------------------------------------------ operation

create table idempotency_keys (
  workspace_id uuid not null,
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  response json, -- as it was sent, with its order of keys
  created_at timestamptz not null,
  primary key (workspace_id, user_id, key),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index idempotency_keys_age on idempotency_keys (workspace_id, created_at);

create table audit_log (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  actor_id uuid,
  impersonated boolean not null default false,
  action text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null,
  token_id uuid, -- access token that acted
  token_name text, -- its name at that time
  primary key (workspace_id, id),
  check ((token_id is null) = (token_name is null))
);

select enable_tenant_rls('idempotency_keys', 'audit_log');
-- The log is append-only; audit_prune and audit_forget run as the owner.
revoke update, delete on audit_log from laurel_app;

-- Time of the next run of work that one process does for all of them.
create table chores (
  name text primary key,
  next_at timestamptz not null
);
grant select, insert, update on chores to laurel_app;
