-- Archives of a team that administrators download (docs/workspace-archive.md). The storage keeps
-- the ZIP file in parts.
create table workspace_exports (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  state text not null default 'in_progress'
    check (state in ('in_progress', 'finished', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  code text check (code in ('too_large', 'unexpected')),
  rows_count integer not null default 0,
  pictures_count integer not null default 0,
  parts_id uuid, -- of the newest attempt to build it, in the keys of its parts
  parts_count integer not null default 0,
  bytes bigint not null default 0,
  fingerprint text not null default '',
  open_gift_cards integer not null default 0,
  requested_by uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (workspace_id, id),
  check ((state = 'finished') = (expires_at is not null))
);
create unique index workspace_exports_in_progress on workspace_exports (workspace_id)
  where state = 'in_progress';
select enable_tenant_rls('workspace_exports');
