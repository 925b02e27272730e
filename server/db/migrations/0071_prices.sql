-- Factors of the prices of rewards by country (docs/money.md). Countries without one have factor 1.
create table price_factors (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$'),
  factor numeric(7, 4) not null check (factor between 0.01 and 100),
  updated_at timestamptz not null,
  updated_by uuid not null,
  primary key (workspace_id, country),
  foreign key (workspace_id, updated_by) references users (workspace_id, id)
);
create index price_factors_of_editor on price_factors (workspace_id, updated_by);
select enable_tenant_rls('price_factors');

-- Rewards for some people, with the most purchases of a person in a period of the team's calendar.
-- `audience` has the shape of AudienceInput; null: everyone.
alter table rewards
  add column audience jsonb,
  add column person_max integer check (person_max >= 1), -- null: no limit
  add column person_period text not null default 'ever'
    check (person_period in ('month', 'quarter', 'year', 'ever'));

-- The price of a goal, which its owner pays at most until a time.
alter table reward_goals
  add column price integer check (price >= 1),
  add column price_until timestamptz,
  add constraint reward_goals_price check ((price is null) = (price_until is null));
