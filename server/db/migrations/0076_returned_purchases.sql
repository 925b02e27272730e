-- A rewards administrator takes a fulfilled purchase back (docs/purchases.md, decision 067).
alter table purchases add column returned_at timestamptz;

alter table purchase_events
  drop constraint purchase_events_type_check,
  add constraint purchase_events_type_check check (type in (
    'redeemed', 'contributed', 'withdrawn', 'purchased', 'forced', 'fulfilled', 'declined',
    'canceled', 'expired', 'charged', 'refunded', 'ordered', 'delivered', 'delivery_failed',
    'readdressed', 'failed', 'returned'));

alter table movements drop constraint movements_type_check, add constraint movements_type_check
  check (type in (
    'adjust', 'post', 'post_deleted', 'celebration', 'award', 'award_held', 'award_released',
    'bonus', 'purchase', 'purchase_declined', 'purchase_canceled', 'purchase_fulfilled',
    'purchase_returned', 'budget_funded', 'budget_returned', 'budget_moved', 'budget_expired',
    'budget_recovered', 'lapsed', 'paid_out'));

alter table liability_movements
  drop constraint liability_movements_kind_check,
  add constraint liability_movements_kind_check check (kind in (
    'posts', 'celebrations', 'awards', 'bonuses', 'adjustments', 'redemptions', 'returns', 'lapsed',
    'paid_out', 'corrections'));
