-- Wakes the workers of a queue in all processes when the transaction commits (decision 042). Only for
-- tables without a workspace: on Citus a trigger of another table would notify on another node than
-- the one on which processes listen, so the server notifies for those (notifyWorkers).
create or replace function notify_workers() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('laurel_work', tg_argv[0]);
  return null;
end $$;
revoke execute on function notify_workers from public;
grant execute on function notify_workers to laurel_app;

create or replace trigger stripe_events_notify after insert on webhook_events for each row
  when (new.provider = 'stripe') execute function notify_workers('stripe_events');

create or replace trigger tremendous_events_notify after insert on webhook_events for each row
  when (new.provider = 'tremendous') execute function notify_workers('tremendous_events');
