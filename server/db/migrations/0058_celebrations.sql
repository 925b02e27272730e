-- Celebrations by the company (docs/moments.md).

-- How the company celebrates a kind of day. `texts`: up to three for each language; without any,
-- those of Laurel. `points_by_year`: [{years, points}], other years get `points`.
create table celebration_rules (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  kind text not null check (kind in ('birthday', 'anniversary', 'welcome')),
  enabled boolean not null,
  audience jsonb not null,
  budget_id uuid, -- null: issued points
  value_id uuid, -- null: the default value
  points integer not null check (points >= 0),
  points_by_year jsonb not null,
  visibility text not null check (visibility in ('everyone', 'team', 'private')),
  hour smallint not null check (hour between 0 and 23),
  weekends text not null check (weekends in ('on_day', 'before', 'after')),
  texts jsonb not null,
  planned_until timestamptz, -- null: a change is to be planned
  primary key (workspace_id, kind),
  foreign key (workspace_id, budget_id) references budgets (workspace_id, id),
  foreign key (workspace_id, value_id) references "values" (workspace_id, id)
);
create index celebration_rules_to_plan on celebration_rules (planned_until) where enabled;

-- The celebrations of each person, once for each kind and local year. They are planned some days
-- ahead; all conditions are checked again at `due_at`.
create table celebrations (
  workspace_id uuid not null,
  kind text not null check (kind in ('birthday', 'anniversary', 'welcome')),
  user_id uuid not null,
  year smallint not null,
  day date not null, -- of the person
  due_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'posted', 'skipped')),
  post_id uuid,
  primary key (workspace_id, kind, user_id, year),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index celebrations_due on celebrations (due_at) where state = 'planned';
create index celebrations_of_user on celebrations (workspace_id, user_id);
select enable_tenant_rls('celebration_rules', 'celebrations');

-- Month x 100 + day of the dates that come each year. Columns, because row level security allows no
-- index on an expression: its functions are not leakproof.
alter table users
  add column birth_day smallint generated always as
    (extract(month from birth_date) * 100 + extract(day from birth_date)) stored,
  add column hire_day smallint generated always as
    (extract(month from hire_date) * 100 + extract(day from hire_date)) stored;
drop index users_birthdays, users_anniversaries;
create index users_birthdays on users (workspace_id, birth_day) where birth_day is not null;
create index users_anniversaries on users (workspace_id, hire_day) where hire_day is not null;
create index users_hire_dates on users (workspace_id, hire_date) where hire_date is not null;
