-- The budget of a year of recognition (docs/money.md). A year lasts one calendar year, and the next
-- one begins with the same amount.
create table yearly_budgets (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  starts_on date not null, -- the first day of the first year
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The greatest part that was warned of, in the year that begins on this day.
  warned_year date,
  warned_percent smallint not null default 0 check (
    warned_percent = any ('{0, 70, 90, 100}')),
  -- The use up to a stored day of the liability, in the year that begins on this day.
  counted_year date,
  counted_to date,
  used_minor bigint,
  redeemed_minor bigint,
  other_sums jsonb, -- in other currencies
  updated_at timestamptz not null,
  updated_by uuid,
  check (num_nulls(counted_year, counted_to, used_minor, redeemed_minor, other_sums) in (0, 5)),
  foreign key (workspace_id, updated_by) references users (workspace_id, id)
);
create index yearly_budgets_of_editor on yearly_budgets (workspace_id, updated_by)
  where updated_by is not null;
select enable_tenant_rls('yearly_budgets');

-- `yearly_budget`: a part of the budget is used. It repeats the kinds of migration 0063.
alter table inbox_items
  add column percent smallint, -- of the yearly budget
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'company_post', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending',
    'budget_ending', 'budget_ended', 'budget_adopted', 'approval_requested', 'approval_reminder',
    'award_decided', 'award_waiting', 'card_to_sign', 'card_delivered', 'jury_asked',
    'kind_words', 'bonus_received', 'signature_reported', 'yearly_budget'));
