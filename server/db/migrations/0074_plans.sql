-- Scenarios of what a year of recognition costs (docs/money.md).
create table plans (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  people integer not null check (people >= 0),
  allowance integer not null check (allowance >= 0), -- points of a person in a period
  period text not null check (period in ('day', 'week', 'month', 'quarter')),
  use_percent smallint not null check (use_percent between 0 and 100),
  celebration_points integer not null check (celebration_points >= 0), -- of the year
  award_points integer not null check (award_points >= 0), -- of the year
  bonus_points integer not null check (bonus_points >= 0), -- of the year
  gift_card_percent smallint not null check (gift_card_percent between 0 and 100),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  hundred_points_minor integer not null check (hundred_points_minor between 1 and 1000000000),
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
select enable_tenant_rls('plans');
