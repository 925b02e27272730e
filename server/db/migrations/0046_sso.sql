-- Single sign-on (docs/sso.md, decision 058). Domains that a team has verified by DNS. Each belongs
-- to at most one connection, whose provider may vouch for its addresses.
create table sso_domains (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  domain text not null check (domain = lower(domain) and length(domain) between 1 and 253),
  token text not null, -- the expected TXT record
  connection_id uuid,
  added_by uuid not null,
  added_at timestamptz not null,
  verified_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, domain),
  foreign key (workspace_id, added_by) references users (workspace_id, id) on delete cascade
);
create index sso_domains_verified on sso_domains (domain) where verified_at is not null;

-- A connection to an identity provider.
create table sso_connections (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  protocol text not null check (protocol in ('oidc', 'saml')),
  name text not null, -- on the button of the sign-in page
  state text not null check (state in ('draft', 'active')),
  issuer text not null default '', -- OIDC: issuer; SAML: entity id of the provider
  client_id text not null default '',
  credentials bytea, -- encrypted: OIDC client secret, or our private key for SAML
  own_certificate text not null default '', -- SAML: the certificate of our key
  sign_in_url text not null default '', -- SAML
  certificates text[] not null default '{}', -- SAML: PEM; several while the provider rolls over
  certificate_expires_at timestamptz, -- of the certificate that ends last
  certificate_reminded_days smallint, -- the last reminder: 30, 7 or 1
  metadata_url text not null default '', -- SAML
  metadata_checked_at timestamptz,
  metadata_error text not null default '',
  join_policy text not null default 'invited' check (join_policy in ('off', 'invited', 'everyone')),
  trusts_email boolean not null default false, -- addresses count as verified without a claim
  accepted_contexts text[] not null default '{}', -- acr, amr or AuthnContext; empty: no demand
  claims jsonb not null, -- names of the claims that fill fields of a user
  allows_unsolicited boolean not null default false, -- SAML responses without a request
  created_at timestamptz not null,
  last_used_at timestamptz, -- accurate to a day
  primary key (workspace_id, id)
);
alter table sso_domains add constraint sso_domains_connection
  foreign key (workspace_id, connection_id) references sso_connections (workspace_id, id);
create index sso_domains_of_connection on sso_domains (workspace_id, connection_id);

-- A person at an identity provider and their user here. The subject decides, never the address.
create table sso_identities (
  workspace_id uuid not null,
  connection_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (workspace_id, connection_id, issuer, subject),
  foreign key (workspace_id, connection_id) references sso_connections (workspace_id, id)
    on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create unique index sso_identities_of_user on sso_identities (workspace_id, user_id, connection_id);

-- Sign-ins in progress: from the request in a tab, over the answer of the provider, to the exchange
-- of the one-time code in the same tab.
create table sso_requests (
  workspace_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  state_hash bytea not null,
  challenge text not null, -- SHA-256 of the verifier that the tab keeps
  user_id uuid, -- a test by this administrator, which signs nobody in
  secret bytea not null, -- encrypted: nonce and PKCE verifier
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz, -- a state is accepted once
  code_hash bytea, -- one-time code for the tab
  code_expires_at timestamptz,
  outcome bytea, -- encrypted: the identity, or the result of a test
  primary key (workspace_id, id),
  foreign key (workspace_id, connection_id) references sso_connections (workspace_id, id)
    on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create unique index sso_requests_state on sso_requests (workspace_id, state_hash);
create unique index sso_requests_code on sso_requests (workspace_id, code_hash)
  where code_hash is not null;
create index sso_requests_of_connection on sso_requests (workspace_id, connection_id);
create index sso_requests_expiry on sso_requests (workspace_id, expires_at);
-- Counts the sign-ins of the last hour.
create index sso_requests_started on sso_requests (workspace_id, created_at);

-- Ids of SAML assertions and logout tokens that were accepted, so that none counts twice.
create table sso_used_messages (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  connection_id uuid not null,
  message_hash bytea not null,
  expires_at timestamptz not null,
  primary key (workspace_id, connection_id, message_hash)
);
create index sso_used_messages_expiry on sso_used_messages (workspace_id, expires_at);

select enable_tenant_rls('sso_domains', 'sso_connections', 'sso_identities', 'sso_requests',
  'sso_used_messages');

-- The name in a team's own sign-in address, unique on the server.
create table sso_addresses (
  slug text primary key check (slug ~ '^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$'),
  owner_workspace_id uuid not null unique
);
grant select, insert, update, delete on sso_addresses to laurel_app;

alter table settings
  add column sso_required boolean not null default false,
  add column session_hours integer check (session_hours between 1 and 720), -- null: 30 days of use
  add column second_factor_required boolean not null default false;

-- Sessions by single sign-on open their workspace only. break_glass: an administrator entered with
-- a code and the second factor although the team requires single sign-on.
alter table sessions
  add column sso_connection_id uuid,
  add column sso_session text, -- the provider's name of its session
  add column sso_subject text,
  add column break_glass boolean not null default false,
  add column second_factor boolean not null default false, -- passed in this sign-in
  add column signed_in_at timestamptz, -- start of the sign-in; null: created_at
  add constraint sessions_sso_check check (sso_connection_id is null or workspace_id is not null);
create index sessions_of_sso_connection on sessions (workspace_id, sso_connection_id)
  where sso_connection_id is not null;

-- It returns one column more.
drop function if exists session_enter;
