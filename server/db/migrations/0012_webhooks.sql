-- What providers told is looked for by provider, and taken away when it was worked on long ago.
drop index webhook_events_due;
create index webhook_events_due on webhook_events (provider, next_at) where done_at is null;
create index webhook_events_done on webhook_events (done_at) where done_at is not null;
grant delete on webhook_events to laurel_app;
