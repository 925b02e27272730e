-- The order of a purchase by an administrator: person, time and note to the buyers. The status of the
-- purchase stays until it is fulfilled or declined.
alter table purchases
  add column ordered_at timestamptz,
  add column ordered_by uuid,
  add column order_note text not null default '';

-- Ordered purchases are a stage of their own. PostgreSQL 15 cannot change a generated column.
alter table purchases drop column stage;
alter table purchases
  add column stage text not null generated always as (
    case
      when status = 'fulfilled' then 'done'
      when status = 'declined' then 'declined'
      when ordered_at is not null then 'ordered'
      when type = 'manual' and (status = 'purchased' or reward_type = 'individual') then 'to_do'
      else 'in_progress'
    end) stored;
create index purchases_by_stage on purchases (workspace_id, stage, id);
create index purchases_by_reward on purchases (workspace_id, reward_id, stage, id);

alter table inbox_items drop constraint inbox_items_kind_check;
alter table inbox_items add constraint inbox_items_kind_check check (kind in (
  'thanks', 'points_added', 'comment', 'mention', 'reaction', 'purchase_decided',
  'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending'));
