-- Links of displays in the office, which show public posts without a sign-in (docs/office-screen.md).
create table office_screens (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  created_by uuid not null,
  created_at timestamptz not null,
  used_on date, -- null until the display asked for the first time
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id) on delete cascade
);
create unique index office_screens_hash on office_screens (workspace_id, token_hash);
create index office_screens_of_creator on office_screens (workspace_id, created_by);
select enable_tenant_rls('office_screens');
