-- Awards: gifts by the company that people give, some after an approval (docs/moments.md).
-- `givers` and `receivers` have the shape of AudienceInput, `steps` of ApprovalStepInput.
create table awards (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  text text not null,
  emoji text not null,
  criteria text not null,
  points_min integer not null check (points_min >= 1),
  points_max integer not null check (points_max >= points_min),
  budget_id uuid, -- null: issued points
  givers jsonb not null,
  receivers jsonb not null,
  yearly_max smallint check (yearly_max >= 1), -- gifts of a person in a calendar year
  value_id uuid not null,
  private boolean not null,
  steps jsonb not null,
  created_at timestamptz not null,
  archived_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, budget_id) references budgets (workspace_id, id),
  foreign key (workspace_id, value_id) references "values" (workspace_id, id)
);
create unique index awards_name on awards (workspace_id, lower(name)) where archived_at is null;

-- An award for people. Steps, budget and points are those of the submission.
create table award_gifts (
  workspace_id uuid not null,
  id uuid not null,
  award_id uuid not null,
  giver_id uuid not null,
  points integer not null check (points >= 1), -- for each receiver
  text text not null,
  private boolean not null,
  status text not null check (status in ('pending', 'approved', 'declined', 'withdrawn')),
  steps jsonb not null, -- those that apply
  step smallint not null default 0, -- the current one; steps before it are approved
  step_at timestamptz not null, -- its start
  reminded_at timestamptz, -- in the current step
  escalated_at timestamptz, -- in the current step
  asked_at timestamptz, -- whether the giver keeps waiting
  next_at timestamptz, -- the next reminder, escalation or question
  budget_id uuid, -- null: issued points, of which none are held
  post_id uuid,
  decline_reason text not null default '',
  receiver_left boolean not null default false,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, award_id) references awards (workspace_id, id) on delete cascade,
  foreign key (workspace_id, giver_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, budget_id) references budgets (workspace_id, id),
  check ((status = 'pending') = (ended_at is null)),
  check (status = 'pending' or next_at is null),
  check (status = 'approved' or post_id is null)
);
create index award_gifts_of_award on award_gifts (workspace_id, award_id);
create index award_gifts_of_giver on award_gifts (workspace_id, giver_id, id desc);
create index award_gifts_due on award_gifts (workspace_id, next_at) where next_at is not null;
create index award_gifts_of_budget on award_gifts (workspace_id, budget_id)
  where budget_id is not null;

create table award_receivers (
  workspace_id uuid not null,
  gift_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, gift_id, user_id),
  foreign key (workspace_id, gift_id) references award_gifts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index award_receivers_of_user on award_receivers (workspace_id, user_id, gift_id desc);

-- The people who may decide a step, or could decide an earlier one.
create table award_approvers (
  workspace_id uuid not null,
  user_id uuid not null,
  gift_id uuid not null,
  step smallint not null,
  primary key (workspace_id, user_id, gift_id, step),
  foreign key (workspace_id, gift_id) references award_gifts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index award_approvers_of_gift on award_approvers (workspace_id, gift_id, step);

create table award_decisions (
  workspace_id uuid not null,
  gift_id uuid not null,
  step smallint not null,
  user_id uuid not null,
  delegate_of uuid, -- the approver in whose place the person decided
  approved boolean not null,
  created_at timestamptz not null,
  primary key (workspace_id, gift_id, step),
  foreign key (workspace_id, gift_id) references award_gifts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, delegate_of) references users (workspace_id, id) on delete cascade
);
create index award_decisions_of_user on award_decisions (workspace_id, user_id);
create index award_decisions_of_delegator on award_decisions (workspace_id, delegate_of)
  where delegate_of is not null;

create table approval_delegates (
  workspace_id uuid not null,
  user_id uuid not null,
  delegate_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, delegate_id) references users (workspace_id, id) on delete cascade
);
create index approval_delegates_of_delegate on approval_delegates (workspace_id, delegate_id);
select enable_tenant_rls('awards', 'award_gifts', 'award_receivers', 'award_approvers',
  'award_decisions', 'approval_delegates');

-- Points of a budget are held while a gift awaits its approval.
alter table movements drop constraint movements_type_check, add constraint movements_type_check
  check (type in (
    'adjust', 'post', 'post_deleted', 'celebration', 'award', 'award_held', 'award_released',
    'purchase', 'purchase_declined', 'purchase_canceled', 'purchase_fulfilled', 'budget_funded',
    'budget_returned', 'budget_moved', 'budget_expired', 'budget_recovered', 'lapsed',
    'paid_out'));

alter table inbox_items
  add column gift_id uuid,
  add constraint inbox_items_gift
    foreign key (workspace_id, gift_id) references award_gifts (workspace_id, id)
    on delete cascade,
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'company_post', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending',
    'budget_ending', 'budget_ended', 'budget_adopted', 'approval_requested', 'approval_reminder',
    'award_decided', 'award_waiting'));
create index inbox_items_of_gift on inbox_items (workspace_id, gift_id) where gift_id is not null;
-- A person who may decide several steps of a gift has one item, which becomes unread again.
create unique index inbox_items_gift_kind on inbox_items (workspace_id, user_id, gift_id, kind)
  where gift_id is not null;
