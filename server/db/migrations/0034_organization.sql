-- The organization: managers, places and groups of people (docs/organization.md).
alter table users add column manager_id uuid;
alter table users add column country text constraint users_country check (country ~ '^[A-Z]{2}$');
alter table users add column timezone text; -- null: the time zone of the workspace
alter table users add column employee_number text not null default '';
alter table users add column cost_center text not null default '';
-- The source of each field of the organization that was not entered by hand: import, scim or sync.
alter table users add column field_sources jsonb not null default '{}';
alter table users add constraint users_manager
  foreign key (workspace_id, manager_id) references users (workspace_id, id);
alter table users add constraint users_other_manager check (manager_id <> id);
create unique index users_employee_number on users (workspace_id, lower(employee_number))
  where employee_number <> '';
create index users_of_manager on users (workspace_id, manager_id) where manager_id is not null;

-- Departments, which may be nested, locations, teams and other groups. A deleted group keeps its
-- members for the figures of the past.
create table groups (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('department', 'location', 'team', 'custom')),
  name text not null,
  parent_id uuid,
  managed_by text not null default 'manual' check (managed_by in ('manual', 'rule', 'scim', 'sync')),
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, parent_id) references groups (workspace_id, id),
  check (parent_id is null or kind = 'department')
);
create unique index groups_name on groups (workspace_id, kind, lower(name)) where deleted_at is null;
create index groups_of_parent on groups (workspace_id, parent_id) where parent_id is not null;

create table group_owners (
  workspace_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, group_id, user_id),
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index group_owners_of_user on group_owners (workspace_id, user_id);

-- Memberships with their dates. `left_at` is null for current members. The kind of the group is
-- repeated, so that the database keeps one department and one location for each person.
create table group_members (
  workspace_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  kind text not null,
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (workspace_id, group_id, user_id, joined_at),
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create unique index group_members_current on group_members (workspace_id, group_id, user_id)
  where left_at is null;
create unique index group_members_single on group_members (workspace_id, user_id, kind)
  where left_at is null and kind in ('department', 'location');
create index group_members_of_user on group_members (workspace_id, user_id);

select enable_tenant_rls('groups');
select enable_tenant_rls('group_owners');
select enable_tenant_rls('group_members');

-- Addresses or employee numbers of managers who have not arrived yet. The people they manage are
-- linked as soon as they do.
create table waiting_managers (
  workspace_id uuid not null,
  user_id uuid not null,
  reference text not null, -- in lower case
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index waiting_managers_of_reference on waiting_managers (workspace_id, reference);
select enable_tenant_rls('waiting_managers');

-- Departments and locations of the file that do not exist yet are created.
alter table imports add column creates_groups boolean not null default false;
