-- Days at whose end a workspace has a snapshot of its rollups (decision 047). The nightly worker
-- adds one after every few thousand rows of daily_recognition.
create table report_snapshots (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  day date not null,
  primary key (workspace_id, day)
);

-- Sums of a user from the first day to the end of the snapshot's day, so that the sums of a range
-- are the difference of two snapshots and the days between them and the range.
create table user_snapshots (
  workspace_id uuid not null,
  day date not null,
  user_id uuid not null,
  given_points bigint not null default 0,
  private_given_points bigint not null default 0,
  received_points bigint not null default 0,
  private_received_points bigint not null default 0,
  given_posts integer not null default 0,
  received_posts integer not null default 0,
  purchases integer not null default 0,
  last_received_day date,
  primary key (workspace_id, day, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

-- Sums of all users by day, for the days up to the newest snapshot.
create table daily_totals (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  day date not null,
  granted bigint not null,
  spent bigint not null,
  active integer not null,
  primary key (workspace_id, day)
);

create table daily_values (
  workspace_id uuid not null,
  day date not null,
  value_id uuid not null,
  private boolean not null,
  points bigint not null,
  posts bigint not null,
  primary key (workspace_id, day, value_id, private),
  foreign key (workspace_id, value_id) references "values" (workspace_id, id) on delete cascade
);

select enable_tenant_rls('report_snapshots', 'user_snapshots', 'daily_totals', 'daily_values');
