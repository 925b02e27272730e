alter table imports
  add column date_orders jsonb not null default '{}', -- order of day and month by date field
  add column warned_count integer not null default 0; -- imported rows with an unreadable cell
-- The outcome of the dry run. Null: the person is invited. `code` is the reason of a refused row, or
-- the first warning of another one.
alter table import_rows add column review text check (review in ('update', 'refused'));
create index import_rows_reported on import_rows (workspace_id, import_id, line)
  where code is not null;
-- A column of full names had the field of first names before.
-- Row level security is forced on the owner too, so it is lifted for the change.
alter table imports no force row level security;
update imports set fields = array_replace(fields, 'first_name', 'full_name')
where state in ('uploaded', 'in_progress') and not 'last_name' = any(fields);
alter table imports force row level security;

-- When the people of an import are invited: at once, or later. People who wait for an invitation are
-- members in state pending without invited_at.
alter table imports
  add column holds_invites boolean not null default false,
  add column invites_at timestamptz, -- null: nobody waits, or until someone sends the invitations
  add column message text not null default ''; -- in the invitations, from the inviting person
create index imports_invites_due on imports (invites_at) where invites_at is not null;
create table held_invites (
  workspace_id uuid not null,
  import_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index held_invites_of_import on held_invites (workspace_id, import_id, user_id);
select enable_tenant_rls('held_invites');
