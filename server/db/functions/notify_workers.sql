-- Wakes the workers of a queue in all processes when the transaction commits (decision 042). Commits
-- that notify run one after another, so only rows that are due at once do: giving points never
-- notifies, because its mails and webhooks are sent later.
create or replace function notify_workers() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('laurel_work', tg_argv[0]);
  return null;
end $$;
revoke execute on function notify_workers from public;
grant execute on function notify_workers to laurel_app;

create or replace trigger outbox_notify after insert on outbox for each row
  when (new.next_at <= new.created_at) execute function notify_workers('outbox');

create or replace trigger hook_deliveries_notify after insert on hook_deliveries for each row
  when (new.next_at <= new.created_at) execute function notify_workers('hook_deliveries');

create or replace trigger gift_orders_notify after insert on gift_orders for each row
  when (new.next_at <= new.created_at) execute function notify_workers('gift_orders');

create or replace trigger stripe_events_notify after insert on webhook_events for each row
  when (new.provider = 'stripe') execute function notify_workers('stripe_events');

create or replace trigger tremendous_events_notify after insert on webhook_events for each row
  when (new.provider = 'tremendous') execute function notify_workers('tremendous_events');
