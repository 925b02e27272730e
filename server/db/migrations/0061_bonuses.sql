-- Bonuses: points for many people at once, for a period (docs/moments.md). `audience` has the shape
-- of AudienceInput.
create table bonuses (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  text text not null,
  audience jsonb not null,
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  method text not null check (method in ('share', 'even', 'fixed')),
  points integer not null check (points >= 1), -- of all people; fixed: of each person
  person_max integer check (person_max >= 1), -- the most points for a person
  budget_id uuid, -- null: issued points
  status text not null default 'draft' check (status in ('draft', 'paid')),
  people integer check (people >= 1),
  points_paid bigint check (points_paid >= 1),
  created_at timestamptz not null,
  paid_at timestamptz,
  paid_by uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, budget_id) references budgets (workspace_id, id),
  foreign key (workspace_id, paid_by) references users (workspace_id, id),
  check ((status = 'paid') = (people is not null and points_paid is not null
    and paid_at is not null and paid_by is not null))
);
create index bonuses_of_budget on bonuses (workspace_id, budget_id) where budget_id is not null;
create index bonuses_of_payer on bonuses (workspace_id, paid_by) where paid_by is not null;

create table bonus_payments (
  workspace_id uuid not null,
  bonus_id uuid not null,
  user_id uuid not null,
  received bigint not null, -- points from colleagues in the period
  points bigint not null check (points >= 1),
  primary key (workspace_id, bonus_id, user_id),
  foreign key (workspace_id, bonus_id) references bonuses (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index bonus_payments_of_user on bonus_payments (workspace_id, user_id, bonus_id);
create index bonus_payments_by_points on bonus_payments (
  workspace_id, bonus_id, points desc, user_id);
select enable_tenant_rls('bonuses', 'bonus_payments');

-- Points by the company are subtracted from received points, to count those of colleagues.
create index posts_by_company on posts (workspace_id, day) where from_id is null;

alter table movements drop constraint movements_type_check, add constraint movements_type_check
  check (type in (
    'adjust', 'post', 'post_deleted', 'celebration', 'award', 'award_held', 'award_released',
    'bonus', 'purchase', 'purchase_declined', 'purchase_canceled', 'purchase_fulfilled',
    'budget_funded', 'budget_returned', 'budget_moved', 'budget_expired', 'budget_recovered',
    'lapsed', 'paid_out'));

alter table inbox_items
  add column bonus_id uuid,
  add constraint inbox_items_bonus
    foreign key (workspace_id, bonus_id) references bonuses (workspace_id, id) on delete cascade,
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'company_post', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending',
    'budget_ending', 'budget_ended', 'budget_adopted', 'approval_requested', 'approval_reminder',
    'award_decided', 'award_waiting', 'card_to_sign', 'card_delivered', 'jury_asked',
    'kind_words', 'bonus_received'));
create unique index inbox_items_bonus_kind on inbox_items (workspace_id, bonus_id, user_id)
  where bonus_id is not null;
