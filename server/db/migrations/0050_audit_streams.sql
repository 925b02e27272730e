-- Where the audit log of a team is sent to as it grows (docs/audit.md).
create table audit_streams (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  kind text not null check (kind in ('https', 'syslog')),
  target text not null, -- an https URL, or host:port of a syslog receiver
  header_name text not null default '',
  secret bytea, -- encrypted: the value of the header
  authority text not null default '', -- PEM; empty: the public authorities
  state text not null check (state in ('active', 'paused')),
  failures integer not null default 0,
  last_error text not null default '',
  next_at timestamptz not null,
  leased_until timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null
);
-- Entries that wait to be sent. Written in the transaction of the entry, so that none is missed.
create table audit_stream_entries (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  entry_id uuid not null,
  primary key (workspace_id, entry_id)
);
select enable_tenant_rls('audit_streams', 'audit_stream_entries');
