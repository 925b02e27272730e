-- Slack and Microsoft Teams (docs/chat.md, decision 057). One connection for each provider.
create table chat_connections (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  provider text not null check (provider in ('slack', 'teams')),
  hook_id uuid not null, -- the hook that expands events and sends direct messages
  external_id text not null default '', -- the Slack workspace, or the tenant of Microsoft Entra
  external_name text not null default '',
  app_id text not null default '', -- of Slack, or of the bot's registration
  client_id text not null default '',
  bot_id text not null default '', -- the bot's user in Slack
  credentials bytea, -- encrypted JSON: client secret, signing secret, tokens
  token_expires_at timestamptz,
  refresh_leased_until timestamptz, -- a refresh token works once
  operator_app boolean not null default false, -- the app of the environment, shared by workspaces
  socket_mode boolean not null default false,
  socket_holder uuid, -- the process with the connection of Socket Mode
  socket_leased_until timestamptz,
  state text not null check (state in ('setup', 'connected', 'disconnected')),
  state_reason text check (state_reason in ('revoked', 'uninstalled', 'credentials')),
  allow_guests boolean not null default false,
  invite_strangers boolean not null default false,
  direct_messages boolean not null default true,
  created_at timestamptz not null,
  connected_at timestamptz,
  seen_at timestamptz, -- day of the last request of the chat, accurate to a day
  primary key (workspace_id, provider)
);
-- Finds the workspace of a request to the operator's app.
create index chat_connections_by_team on chat_connections (provider, external_id)
  where operator_app and state = 'connected';

-- A person of the chat and their user here.
create table chat_links (
  workspace_id uuid not null,
  provider text not null check (provider in ('slack', 'teams')),
  external_user_id text not null,
  user_id uuid not null,
  linked_by text not null check (linked_by in ('email', 'person')),
  muted text[] not null default '{}', -- kinds of direct messages
  quiet_from smallint not null default 20 check (quiet_from between 0 and 23),
  quiet_until smallint not null default 8 check (quiet_until between 0 and 23), -- equal: never quiet
  timezone text not null default '', -- as the chat reports it; empty: that of the workspace
  is_guest boolean not null default false, -- of the chat, when the link was made
  send_at_once boolean not null default false, -- commands send without a preview
  reminded_week date, -- Monday of the last weekly message
  created_at timestamptz not null,
  primary key (workspace_id, provider, external_user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create unique index chat_links_of_user on chat_links (workspace_id, user_id, provider);

-- One-time links that connect a person of the chat with the user who opens them.
create table chat_link_requests (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  token_hash bytea not null,
  provider text not null check (provider in ('slack', 'teams')),
  external_user_id text not null,
  external_name text not null,
  timezone text not null default '',
  is_guest boolean not null default false,
  expires_at timestamptz not null,
  primary key (workspace_id, token_hash)
);

-- Authorizations at Slack that an administrator started, bound to the session.
create table chat_authorizations (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  state_hash bytea not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  primary key (workspace_id, state_hash)
);

-- Thanks that wait for Send in a chat. source_key: the id of the request that created the draft.
create table chat_drafts (
  workspace_id uuid not null,
  id uuid not null,
  provider text not null check (provider in ('slack', 'teams')),
  source_key text not null,
  user_id uuid not null,
  content jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create unique index chat_drafts_source on chat_drafts (workspace_id, provider, source_key);
create index chat_drafts_of_user on chat_drafts (workspace_id, user_id);

-- Where the bot of Microsoft Teams may write. reference: encrypted, the address of the service and
-- the ids that a message needs.
create table chat_conversations (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  provider text not null check (provider in ('slack', 'teams')),
  external_id text not null,
  kind text not null check (kind in ('personal', 'channel')),
  team_id text not null default '', -- of a channel
  name text not null default '',
  external_user_id text not null default '', -- of a personal chat
  reference bytea not null,
  created_at timestamptz not null,
  primary key (workspace_id, provider, external_id)
);
create index chat_conversations_of_user
  on chat_conversations (workspace_id, provider, external_user_id) where kind = 'personal';

-- A hook may be a connection to an app, or one of its channels. Its deliveries use the bot's token.
alter table hooks
  drop constraint hooks_kind_check,
  add constraint hooks_kind_check
    check (kind in ('webhook', 'slack', 'teams', 'slack_app', 'teams_app')),
  drop constraint hooks_off_reason_check,
  add constraint hooks_off_reason_check
    check (off_reason in ('failing', 'gone', 'channel', 'disconnected')),
  alter column secret drop not null,
  add column channel_id text, -- null: the connection itself
  add column channel_name text not null default '',
  add column filters jsonb, -- which events go to the channel
  add constraint hooks_secret_check check (secret is not null or kind in ('slack_app', 'teams_app'));
create unique index hooks_channel on hooks (workspace_id, kind, channel_id)
  where channel_id is not null;

-- The reader of a direct message.
alter table hook_deliveries
  add column user_id uuid,
  add constraint hook_deliveries_user
    foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade;
create index hook_deliveries_of_user on hook_deliveries (workspace_id, user_id)
  where user_id is not null;
-- The messages of a channel keep their order.
create index hook_deliveries_in_order on hook_deliveries (
  workspace_id, hook_id, created_at, subject_id, id)
  where state = 'waiting';

-- The message of a post in a channel, which follows later changes.
create table chat_messages (
  workspace_id uuid not null,
  hook_id uuid not null,
  post_id uuid not null,
  channel_id text not null,
  message_id text not null,
  created_at timestamptz not null,
  primary key (workspace_id, hook_id, post_id),
  foreign key (workspace_id, hook_id) references hooks (workspace_id, id) on delete cascade
);
create index chat_messages_of_post on chat_messages (workspace_id, post_id);

select enable_tenant_rls('chat_connections', 'chat_links', 'chat_link_requests',
  'chat_authorizations', 'chat_drafts', 'chat_conversations', 'chat_messages');
