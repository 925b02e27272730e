-- Budgets: points of the workspace that some people may give (docs/organization.md). Owners may
-- always give; `givers` and `recipients` have the shape of AudienceInput.
create table budgets (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  period text not null check (period in ('once', 'month', 'quarter', 'year')),
  points integer not null check (points >= 1), -- of each period
  carry_over_max integer not null default 0 check (carry_over_max >= 0),
  givers jsonb, -- null: only the owners
  recipients jsonb not null,
  -- The balance of its account in the ledger, and what was added to it in the current period.
  balance bigint not null default 0 check (balance >= 0),
  funded bigint not null default 0 check (funded >= balance),
  period_start timestamptz not null,
  period_end timestamptz, -- null: no end
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (workspace_id, id)
);
create unique index budgets_name on budgets (workspace_id, lower(name)) where closed_at is null;
create index budgets_ending on budgets (workspace_id, period_end)
  where closed_at is null and period_end is not null;

create table budget_owners (
  workspace_id uuid not null,
  budget_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, budget_id, user_id),
  foreign key (workspace_id, budget_id) references budgets (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index budget_owners_of_user on budget_owners (workspace_id, user_id);
select enable_tenant_rls('budgets', 'budget_owners');
-- Only functions that run as the owner write points.
revoke insert, update, delete on budgets from laurel_app;
grant insert (workspace_id, id, name, period, points, carry_over_max, givers, recipients,
    period_start, period_end, created_at),
  update (name, points, carry_over_max, givers, recipients, closed_at)
  on budgets to laurel_app;

-- Accounts of budgets in the ledger.
alter table movements drop constraint movements_type_check, add constraint movements_type_check
  check (type in (
    'adjust', 'post', 'post_deleted', 'purchase', 'purchase_declined', 'purchase_canceled',
    'purchase_fulfilled', 'budget_funded', 'budget_returned', 'budget_moved', 'budget_expired',
    'budget_recovered'));
alter table entries
  add column budget_id uuid,
  drop constraint entries_account_check,
  add constraint entries_account_check
    check (account in ('wallet', 'issued', 'held', 'redeemed', 'budget')),
  add constraint entries_budget_check check ((account = 'budget') = (budget_id is not null)),
  add constraint entries_budget
    foreign key (workspace_id, budget_id) references budgets (workspace_id, id);
create index entries_of_budget on entries (workspace_id, budget_id, movement_id desc)
  where budget_id is not null;

-- The budget that paid for a post. Null: the allowance of its sender.
alter table posts add column budget_id uuid, add constraint posts_budget
  foreign key (workspace_id, budget_id) references budgets (workspace_id, id);
create index posts_of_budget on posts (workspace_id, budget_id) where budget_id is not null;

-- Items for the owners of a budget.
alter table inbox_items
  add column budget_id uuid,
  add constraint inbox_items_budget
    foreign key (workspace_id, budget_id) references budgets (workspace_id, id) on delete cascade,
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending',
    'budget_ending', 'budget_ended', 'budget_adopted'));
create unique index inbox_items_budget_ending
  on inbox_items (workspace_id, user_id, budget_id, period_end) where kind = 'budget_ending';

-- They get a parameter for the budget.
drop function if exists post_create, ledger_move, posts_reverse;
