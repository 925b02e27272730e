-- Cards that colleagues sign before a celebration (docs/moments.md). A card belongs to a planned
-- celebration and disappears with it.
alter table celebration_rules add column card boolean not null default false;

create table group_cards (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null,
  user_id uuid not null, -- the person of the celebration
  year smallint not null,
  created_at timestamptz not null,
  delivered_at timestamptz, -- null: the person does not know about it
  primary key (workspace_id, id),
  unique (workspace_id, kind, user_id, year),
  foreign key (workspace_id, kind, user_id, year)
    references celebrations (workspace_id, kind, user_id, year) on delete cascade
);
create index group_cards_of_user on group_cards (workspace_id, user_id, delivered_at desc);

-- The colleagues who may sign. Nobody sees who has not.
create table group_card_signers (
  workspace_id uuid not null,
  user_id uuid not null,
  card_id uuid not null,
  primary key (workspace_id, user_id, card_id),
  foreign key (workspace_id, card_id) references group_cards (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index group_card_signers_of_card on group_card_signers (workspace_id, card_id);

create table group_card_signatures (
  workspace_id uuid not null,
  card_id uuid not null,
  user_id uuid not null,
  text text not null,
  created_at timestamptz not null,
  hidden_at timestamptz, -- by the person of the card
  primary key (workspace_id, card_id, user_id),
  foreign key (workspace_id, card_id) references group_cards (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index group_card_signatures_of_user on group_card_signatures (workspace_id, user_id);
select enable_tenant_rls('group_cards', 'group_card_signers', 'group_card_signatures');

alter table inbox_items
  add column card_id uuid,
  add constraint inbox_items_card
    foreign key (workspace_id, card_id) references group_cards (workspace_id, id) on delete cascade,
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'company_post', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending',
    'budget_ending', 'budget_ended', 'budget_adopted', 'approval_requested', 'approval_reminder',
    'award_decided', 'award_waiting', 'card_to_sign', 'card_delivered'));
create index inbox_items_of_card on inbox_items (workspace_id, card_id) where card_id is not null;
create unique index inbox_items_card_kind on inbox_items (workspace_id, user_id, card_id, kind)
  where card_id is not null;
