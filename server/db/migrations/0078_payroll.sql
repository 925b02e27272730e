-- Runs of payroll with the lines of fulfilled purchases (docs/payroll.md).
-- Finds the purchases that are in no run.
create index purchases_fulfilled on purchases (workspace_id, status_changed_at)
  where status = 'fulfilled';

-- A run takes lines that are in no other run. It never changes after that.
create table payroll_runs (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  number integer not null,
  country text check (country ~ '^[A-Z]{2}$'), -- null: people of all countries
  from_day date not null,
  to_day date not null,
  timezone text not null,
  lines integer not null,
  people integer not null,
  totals jsonb not null, -- amounts by currency
  hash text not null, -- SHA-256 of the lines, without names
  locked_at timestamptz not null,
  locked_by uuid not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, locked_by) references users (workspace_id, id),
  check (from_day <= to_day)
);
create unique index payroll_runs_number on payroll_runs (workspace_id, number);
create index payroll_runs_of_person on payroll_runs (workspace_id, locked_by);

-- The part of a person in a fulfilled purchase, or its correction with negative amounts.
create table payroll_lines (
  workspace_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  position integer not null, -- in the run
  user_id uuid not null,
  purchase_id uuid not null,
  corrects uuid, -- the line that this one takes back
  employee_number text not null,
  name text not null, -- empty after the erasure of the person
  country text,
  cost_center text not null,
  day date not null,
  category text not null,
  points integer not null,
  currency text, -- null: points had no worth on that day
  value_minor bigint not null,
  limited_minor bigint not null, -- the part that uses up the limit of the period
  taxable_minor bigint not null,
  gross_up_minor bigint not null,
  borne_by text check (borne_by in ('employee', 'company')), -- null: no rule
  tax_rate numeric(5, 4),
  rule_id uuid, -- a rule can be deleted later
  period_start date, -- first day of the period of the limit
  primary key (workspace_id, id),
  foreign key (workspace_id, run_id) references payroll_runs (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create unique index payroll_lines_position on payroll_lines (workspace_id, run_id, position);
create unique index payroll_lines_of_purchase on payroll_lines (workspace_id, purchase_id, user_id)
  where corrects is null;
create unique index payroll_lines_corrections on payroll_lines (workspace_id, corrects)
  where corrects is not null;
create index payroll_lines_of_user on payroll_lines (workspace_id, user_id, day desc);

-- What payroll needs of erased people with purchases that are in no run yet.
create table payroll_leavers (
  workspace_id uuid not null,
  user_id uuid not null,
  employee_number text not null,
  country text,
  cost_center text not null,
  erased_at timestamptz not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);

create table payroll_settings (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  template text not null check (template in ('generic', 'adp', 'gusto', 'datev', 'custom')),
  columns jsonb not null, -- field and title of each column
  separator text not null check (separator in (',', ';')),
  decimal_mark text not null check (decimal_mark in ('.', ',')),
  day_format text not null check (day_format in ('iso', 'dmy', 'mdy')),
  keep_years smallint not null check (keep_years between 1 and 30)
);

select enable_tenant_rls('payroll_runs', 'payroll_lines', 'payroll_leavers',
  'payroll_settings');
-- Locked runs stay as they are: the erasure of a person empties the name alone.
revoke update on payroll_runs, payroll_lines from laurel_app;
grant update (name) on payroll_lines to laurel_app;
