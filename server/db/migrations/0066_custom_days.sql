-- Days of a team's own (docs/moments.md). `audience` has the shape of AudienceInput.
create table custom_days (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  date date not null,
  yearly boolean not null,
  hour smallint not null check (hour between 0 and 23), -- in the time zone of the team
  audience jsonb not null,
  text text not null,
  points integer not null check (points >= 0), -- for each person
  budget_id uuid, -- null: issued points
  value_id uuid, -- null: the default value
  enabled boolean not null,
  next_on date, -- the next day to celebrate; null: disabled or over
  next_at timestamptz, -- when the worker looks at it
  awaits_budget boolean not null default false, -- its budget cannot pay for next_on yet
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, budget_id) references budgets (workspace_id, id),
  foreign key (workspace_id, value_id) references "values" (workspace_id, id),
  check ((next_on is null) = (next_at is null)),
  check (enabled or next_on is null)
);
create index custom_days_due on custom_days (next_at) where next_at is not null;

-- What happened on a day: once for each local year.
create table custom_day_posts (
  workspace_id uuid not null,
  day_id uuid not null,
  year smallint not null,
  state text not null check (state in ('posted', 'skipped')),
  reason text check (reason in ('no_people', 'too_many_people', 'no_value', 'too_late')),
  people integer not null,
  points bigint not null, -- of all people
  posted_at timestamptz not null,
  primary key (workspace_id, day_id, year),
  foreign key (workspace_id, day_id) references custom_days (workspace_id, id) on delete cascade,
  check ((state = 'skipped') = (reason is not null))
);
select enable_tenant_rls('custom_days', 'custom_day_posts');
