-- People named with "@" in a comment, and their names as written in the text, in the same order.
alter table comments
  add column mention_ids uuid[] not null default '{}',
  add column mention_names text[] not null default '{}',
  add check (cardinality(mention_ids) = cardinality(mention_names));

alter table inbox_items drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_requested', 'import_finished', 'allowance_ending'));
create unique index inbox_items_mention on inbox_items (workspace_id, user_id, comment_id)
  where kind = 'mention';
