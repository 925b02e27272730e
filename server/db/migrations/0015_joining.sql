-- A link that lets people join a team without an invitation. Renewing replaces the row, revoking
-- deletes it. `token` is encrypted, so that administrators can print the same link again.
create table join_links (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  token_hash bytea not null,
  token bytea not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  uses integer not null default 0 check (uses >= 0),
  uses_max integer check (uses_max > 0),
  own_domains_only boolean not null,
  check (uses <= uses_max),
  foreign key (workspace_id, created_by) references users (workspace_id, id) on delete cascade
);
-- Mail domains (lower case, ASCII) whose people may join a team without an invitation.
create table join_domains (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  domain text not null check (domain = lower(domain) and length(domain) between 1 and 253),
  added_by uuid not null,
  added_at timestamptz not null,
  primary key (workspace_id, domain),
  foreign key (workspace_id, added_by) references users (workspace_id, id) on delete cascade
);
create index join_domains_domain on join_domains (domain);
-- Keyed hashes of addresses that an administrator deleted: they join again only by an invitation.
create table removed_addresses (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  address_hash bytea not null,
  removed_at timestamptz not null,
  primary key (workspace_id, address_hash)
);
select enable_tenant_rls('join_links', 'join_domains', 'removed_addresses');

-- A code also proves an address of a domain that is switched on.
alter table sign_in_codes drop constraint sign_in_codes_purpose_check,
  add constraint sign_in_codes_purpose_check
    check (purpose in ('sign_in', 'change_email', 'presence', 'join_domain'));
