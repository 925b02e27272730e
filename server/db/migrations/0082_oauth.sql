-- Applications that people have connected with OAuth (docs/oauth.md). Like sessions, these tables
-- have no row level security: a token is looked up before its workspace is known.
create table oauth_grants (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  workspace_id uuid not null,
  user_id uuid not null,
  client_id text not null, -- address of the metadata document of the application
  client_name text not null,
  audience text not null check (audience in ('api', 'mcp')),
  scopes text[] not null,
  reads_private boolean not null, -- the person lets the application read private posts
  payload jsonb not null, -- fields of the library
  created_at timestamptz not null,
  seen_at timestamptz not null, -- when the newest access token was issued
  expires_at timestamptz not null,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index oauth_grants_of_user on oauth_grants (workspace_id, user_id);
create index oauth_grants_of_account on oauth_grants (account_id);
create index oauth_grants_by_expiry on oauth_grants (expires_at);

-- Short-lived records of the library: interactions, codes and tokens, by the hash of their secret.
create table oauth_states (
  model text not null,
  id_hash bytea not null,
  uid_hash bytea,
  grant_id uuid references oauth_grants (id) on delete cascade,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
create index oauth_states_of_grant on oauth_states (grant_id) where grant_id is not null;
create index oauth_states_by_uid on oauth_states (model, uid_hash) where uid_hash is not null;
create index oauth_states_by_expiry on oauth_states (expires_at);
grant select, insert, update, delete on oauth_grants, oauth_states to laurel_app;

-- Access tokens of applications are sessions of the kind token.
alter table sessions
  add column oauth_grant_id uuid references oauth_grants (id) on delete cascade,
  add column audience text not null default 'api' check (audience in ('api', 'mcp'));
create index sessions_of_grant on sessions (oauth_grant_id) where oauth_grant_id is not null;
drop function if exists session_enter(bytea, timestamptz);

-- Which applications people of a team may connect.
create table oauth_policies (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  access text not null check (access in ('all', 'listed', 'off')),
  client_ids text[] not null -- allowed with access 'listed'
);
select enable_tenant_rls('oauth_policies');
