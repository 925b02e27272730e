-- Rules for the tax on rewards (docs/payroll.md).

-- The category of the reward when it was redeemed.
alter table purchases add column category text not null default 'uncategorised';
-- Row level security is forced on the owner too, so it is lifted for the change.
alter table purchases no force row level security;
update purchases p set category = r.category
from rewards r where r.workspace_id = p.workspace_id and r.id = p.reward_id;
alter table purchases force row level security;

create table tax_rules (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  country text check (country ~ '^[A-Z]{2}$'), -- null: people of other countries and without one
  categories text[] not null check (cardinality(categories) between 1 and 7),
  taxable boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'), -- of the limits
  item_limit_minor integer check (item_limit_minor > 0),
  period_limit_minor integer check (period_limit_minor > 0),
  period text not null check (period in ('month', 'year')),
  year_start text not null check (year_start ~ '^--[0-9]{2}-[0-9]{2}$'), -- first day of a tax year
  above_limit text not null check (above_limit in ('excess', 'whole')), -- the taxable part
  borne_by text not null check (borne_by in ('employee', 'company')),
  tax_rate numeric(5, 4) check (tax_rate > 0 and tax_rate < 1),
  messages jsonb not null, -- text by language
  valid_from date not null,
  valid_to date, -- the last day
  confirmed_at timestamptz, -- null: an example that does not count yet
  confirmed_by uuid,
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, confirmed_by) references users (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id),
  check (valid_to >= valid_from),
  check ((confirmed_at is null) = (confirmed_by is null)),
  check (borne_by = 'employee' or tax_rate is not null)
);
create index tax_rules_of_creator on tax_rules (workspace_id, created_by);
create index tax_rules_of_confirmer on tax_rules (workspace_id, confirmed_by)
  where confirmed_by is not null;
select enable_tenant_rls('tax_rules');
