-- Points of a team that insists on it expire some months after the month in which people received
-- them (docs/money.md). Without a row, points never expire.
create table point_expiry (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  months smallint not null check (months between 12 and 60),
  first_day date not null, -- the end of a month; nothing expires before it
  updated_at timestamptz not null,
  updated_by uuid not null,
  foreign key (workspace_id, updated_by) references users (workspace_id, id)
);
create index point_expiry_of_editor on point_expiry (workspace_id, updated_by);

-- Warnings that are sent some days before the end of a month, and the expiry itself (0 days).
create table point_expiry_steps (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  month_end date not null,
  days smallint not null check (days = any ('{90, 30, 7, 0}')),
  done_at timestamptz not null,
  primary key (workspace_id, month_end, days)
);
select enable_tenant_rls('point_expiry', 'point_expiry_steps');

alter table movements drop constraint movements_type_check, add constraint movements_type_check
  check (type in (
    'adjust', 'post', 'post_deleted', 'celebration', 'award', 'award_held', 'award_released',
    'bonus', 'purchase', 'purchase_declined', 'purchase_canceled', 'purchase_fulfilled',
    'purchase_returned', 'budget_funded', 'budget_returned', 'budget_moved', 'budget_expired',
    'budget_recovered', 'lapsed', 'paid_out', 'expired'));

alter table liability_movements
  drop constraint liability_movements_kind_check,
  add constraint liability_movements_kind_check check (kind in (
    'posts', 'celebrations', 'awards', 'bonuses', 'adjustments', 'redemptions', 'returns', 'lapsed',
    'expired', 'paid_out', 'corrections'));

-- `points_expiring`: points of the reader that expire at the end of a month.
alter table inbox_items
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'company_post', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending',
    'budget_ending', 'budget_ended', 'budget_adopted', 'approval_requested', 'approval_reminder',
    'award_decided', 'award_waiting', 'card_to_sign', 'card_delivered', 'jury_asked',
    'kind_words', 'bonus_received', 'signature_reported', 'yearly_budget', 'points_expiring'));
