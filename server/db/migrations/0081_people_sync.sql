-- A file of people that a system of record sends again and again (docs/people-sync.md). Without a
-- row of settings, files only arrive through the API and their columns are guessed.
create table people_sync_settings (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  source text not null default 'api' check (source in ('api', 'https', 'folder')),
  address text not null default '',
  authorization_value bytea, -- encrypted
  file_name text not null default '', -- in the folder of the workspace
  schedule text not null default 'off' check (schedule in ('off', 'hourly', 'daily')),
  hour smallint not null default 4 check (hour between 0 and 23),
  coverage text not null default 'full' check (coverage in ('full', 'partial')),
  columns jsonb not null default '[]', -- the kept fields of the columns by header
  date_orders jsonb not null default '{}',
  leavers_percent_max smallint not null default 10 check (leavers_percent_max between 1 and 100),
  invites boolean not null default false,
  next_run_at timestamptz,
  updated_at timestamptz not null,
  updated_by uuid not null,
  foreign key (workspace_id, updated_by) references users (workspace_id, id)
);
create index people_sync_settings_of_editor on people_sync_settings (workspace_id, updated_by);

create table people_sync_runs (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  source text not null check (source in ('api', 'https', 'folder')),
  coverage text not null check (coverage in ('full', 'partial')),
  state text not null check (state in (
    'checking', 'waiting', 'applying', 'finished', 'stopped', 'failed', 'discarded')),
  dry_run boolean not null,
  file_name text not null default '',
  file_hash text not null default '',
  header text[] not null default '{}',
  fields text[] not null default '{}',
  date_orders jsonb not null default '{}',
  rows_count integer not null default 0,
  checked_count integer not null default 0,
  applied_count integer not null default 0,
  synced_count integer not null default 0,
  new_count integer not null default 0,
  changed_count integer not null default 0,
  conflict_count integer not null default 0,
  missing_count integer not null default 0,
  deactivated_count integer not null default 0,
  refused_count integer not null default 0,
  checked_line integer not null default -1, -- the last checked row
  code text, -- why the run stopped or failed
  last_error text not null default '', -- for the operator
  created_by uuid not null, -- the run has the rights of this person
  created_at timestamptz not null,
  read_at timestamptz, -- null until the file was fetched
  finished_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id)
);
create index people_sync_runs_of_creator on people_sync_runs (workspace_id, created_by);
create unique index people_sync_runs_active on people_sync_runs (workspace_id)
  where state in ('checking', 'applying');

-- The rows of a file until its run has ended.
create table people_sync_rows (
  workspace_id uuid not null,
  run_id uuid not null,
  line integer not null,
  cells text[] not null,
  user_id uuid, -- the person of a checked row
  primary key (workspace_id, run_id, line),
  foreign key (workspace_id, run_id) references people_sync_runs (workspace_id, id)
    on delete cascade
);

-- The people whom a run adds, changes or refuses. `unchanged`: only the values that the file says
-- are new to the sync.
create table people_sync_changes (
  workspace_id uuid not null,
  run_id uuid not null,
  position integer not null check (position > 0),
  line integer,
  user_id uuid,
  email text not null default '',
  name text not null default '',
  outcome text not null check (outcome in (
    'new', 'changed', 'conflict', 'missing', 'deactivated', 'refused', 'unchanged')),
  fields jsonb not null default '[]', -- what changes, with the values before and after
  file_values jsonb not null default '{}', -- what the file says
  cells text[], -- of a refused row
  code text,
  is_done boolean not null default false,
  primary key (workspace_id, run_id, position),
  foreign key (workspace_id, run_id) references people_sync_runs (workspace_id, id)
    on delete cascade
);
create index people_sync_changes_open on people_sync_changes (workspace_id, run_id, position)
  where not is_done;
create index people_sync_changes_of_user on people_sync_changes (workspace_id, user_id)
  where user_id is not null;
create index people_sync_changes_by_outcome
  on people_sync_changes (workspace_id, run_id, outcome, position);

-- People whom the last full files lacked. The second file in a row deactivates them.
create table people_sync_missing (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null,
  run_id uuid not null, -- the first of these files
  runs smallint not null check (runs > 0),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

-- The people whom the sync keeps, with what the file said last. A current value that differs was
-- changed by hand.
create table people_sync_fields (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null,
  file_values jsonb not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
select enable_tenant_rls(
  'people_sync_settings', 'people_sync_runs', 'people_sync_rows', 'people_sync_changes',
  'people_sync_missing', 'people_sync_fields');

-- `people_sync_stopped`: a run of the sync that stopped or failed.
alter table inbox_items
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'company_post', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending',
    'budget_ending', 'budget_ended', 'budget_adopted', 'approval_requested', 'approval_reminder',
    'award_decided', 'award_waiting', 'card_to_sign', 'card_delivered', 'jury_asked',
    'kind_words', 'bonus_received', 'signature_reported', 'yearly_budget', 'points_expiring',
    'people_sync_stopped'));
