-- SCIM 2.0 (docs/scim.md, decision 059). What an identity provider may do in a team.
create table scim_settings (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  name text not null default '', -- of the provider, on fields that it keeps
  dry_run boolean not null default true, -- changes are counted and undone
  sends_invitations boolean not null default true, -- unless the team requires single sign-on
  grants_account_administrator boolean not null default false,
  paused_at timestamptz, -- too many deactivations
  resumed_at timestamptz -- deactivations count from here on
);

-- Bearer tokens of providers; two are alive while one replaces the other.
create table scim_tokens (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  created_by uuid not null, -- invites the people whom the provider creates
  created_at timestamptz not null,
  last_used_at timestamptz, -- accurate to five minutes
  revoked_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id) on delete cascade
);
create unique index scim_tokens_hash on scim_tokens (workspace_id, token_hash);
create index scim_tokens_of_user on scim_tokens (workspace_id, created_by);

-- What a provider stores about a person besides the fields of users.
create table scim_users (
  workspace_id uuid not null,
  user_id uuid not null,
  external_id text,
  changed_at timestamptz not null, -- by the provider
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create unique index scim_users_external_id on scim_users (workspace_id, external_id)
  where external_id is not null;

-- Groups of the provider, each with the permission that its members get.
create table scim_groups (
  workspace_id uuid not null,
  group_id uuid not null,
  external_id text,
  permission text check (permission in ('global_administrator', 'account_administrator',
    'rewards_administrator', 'billing_administrator')),
  version integer not null default 1, -- counts changes by the provider
  changed_at timestamptz not null,
  primary key (workspace_id, group_id),
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade
);
create unique index scim_groups_external_id on scim_groups (workspace_id, external_id)
  where external_id is not null;

-- Permissions that people have through a group of the provider. Others were granted by hand.
create table scim_grants (
  workspace_id uuid not null,
  user_id uuid not null,
  permission text not null,
  primary key (workspace_id, user_id, permission),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

-- Changes that the provider asked for, and failed requests, without values of fields.
create table scim_requests (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  token_name text not null,
  method text not null,
  resource text not null, -- User, Group, or the first part of the path
  user_id uuid,
  group_id uuid,
  subject text not null default '', -- address or name that the request gave
  fields text[] not null default '{}',
  outcome text not null check (outcome in ('created', 'reactivated', 'changed', 'unchanged',
    'deactivated', 'deleted', 'failed')),
  status smallint not null,
  detail text not null default '',
  dry_run boolean not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade
);
create index scim_requests_of_user on scim_requests (workspace_id, user_id)
  where user_id is not null;
create index scim_requests_of_group on scim_requests (workspace_id, group_id)
  where group_id is not null;
create index scim_requests_deactivations on scim_requests (workspace_id, created_at)
  where outcome = 'deactivated' and not dry_run;

select enable_tenant_rls('scim_settings', 'scim_tokens', 'scim_users', 'scim_groups',
  'scim_grants', 'scim_requests');
