-- Signatures on cards that their person reported to administrators (docs/moments.md).
alter table group_card_signatures add column reported_at timestamptz;
create index group_card_signatures_reported on group_card_signatures (workspace_id, reported_at)
  where reported_at is not null;

-- It repeats the kinds of migrations 0060 and 0061.
alter table inbox_items
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'company_post', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending',
    'budget_ending', 'budget_ended', 'budget_adopted', 'approval_requested', 'approval_reminder',
    'award_decided', 'award_waiting', 'card_to_sign', 'card_delivered', 'jury_asked',
    'kind_words', 'bonus_received', 'signature_reported'));
