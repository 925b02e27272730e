-- What the company owes its people at the end of each day (decision 066). A row here marks a stored
-- day; the tables below have its figures. Days follow one another without a gap, also after a change
-- of the time zone: a day begins where the day before it has ended.
create table liability_snapshots (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  day date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  timezone text not null, -- ages count in its days
  people integer not null, -- people of the whole team on that day
  awards_held bigint not null, -- points of budgets for awards that await their approval
  primary key (workspace_id, day),
  check (starts_at <= ends_at)
);

-- Points by country (null: none in the profile) and by age in days: up to 30, 90, 365, and more.
create table liability_days (
  workspace_id uuid not null,
  day date not null,
  country text check (country ~ '^[A-Z]{2}$'),
  overdrawn bigint not null check (overdrawn <= 0), -- balances below zero
  wallet_30 bigint not null,
  wallet_90 bigint not null,
  wallet_365 bigint not null,
  wallet_older bigint not null,
  held_30 bigint not null, -- points in open purchases
  held_90 bigint not null,
  held_365 bigint not null,
  held_older bigint not null,
  received_30 bigint not null, -- points received, spent or not
  received_90 bigint not null,
  received_365 bigint not null,
  received_older bigint not null,
  foreign key (workspace_id, day) references liability_snapshots (workspace_id, day)
    on delete cascade
);
create unique index liability_days_of_country on liability_days (workspace_id, day, country)
  nulls not distinct;

-- Points of the members of each group on that day, without those of departments below it.
create table liability_groups (
  workspace_id uuid not null,
  day date not null,
  group_id uuid not null,
  country text check (country ~ '^[A-Z]{2}$'),
  people integer not null,
  wallet bigint not null,
  held bigint not null,
  foreign key (workspace_id, day) references liability_snapshots (workspace_id, day)
    on delete cascade,
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade
);
create unique index liability_groups_of_country
  on liability_groups (workspace_id, day, group_id, country) nulls not distinct;
create index liability_groups_of_group on liability_groups (workspace_id, group_id);

-- Points that a day has added to what is owed, or taken from it, by kind.
create table liability_movements (
  workspace_id uuid not null,
  day date not null,
  kind text not null check (kind in (
    'posts', 'celebrations', 'awards', 'bonuses', 'adjustments', 'redemptions', 'lapsed',
    'paid_out', 'corrections')),
  country text check (country ~ '^[A-Z]{2}$'),
  points bigint not null,
  foreign key (workspace_id, day) references liability_snapshots (workspace_id, day)
    on delete cascade
);
create unique index liability_movements_of_country
  on liability_movements (workspace_id, day, kind, country) nulls not distinct;

-- Names of the accounts of the journal; without a row, those of the language.
create table liability_accounts (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  expense text not null,
  liability text not null,
  redemptions text not null,
  corrections text not null,
  change_of_worth text not null,
  cost_center text not null
);

select enable_tenant_rls('liability_snapshots', 'liability_days', 'liability_groups',
  'liability_movements', 'liability_accounts');
