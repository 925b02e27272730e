-- Printed by `npm run generate` for reading; do not edit.

-- enqueueWebhookEvents
select
  id
from
  hooks
where
  workspace_id = $1
  and state = 'active'
  and $2 = any (events);
insert into
  "hook_deliveries" ("workspace_id", "id", "hook_id", "event", "subject_id", "next_at", "created_at")
values
  ($1, $2, $3, $4, $5, $6, $7);
select
  pg_notify ($1, $2);

-- enqueueDirectNews
select
  id
from
  hooks
where
  workspace_id = $1
  and state = 'active'
  and kind in ('slack_app', 'teams_app')
  and channel_id is null;
insert into
  "hook_deliveries" ("workspace_id", "id", "hook_id", "event", "subject_id", "next_at", "created_at")
values
  ($1, $2, $3, $4, $5, $6, $7);
select
  pg_notify ($1, $2);

-- enqueuePostsDeleted
delete from hook_deliveries
where
  workspace_id = $1
  and subject_id = any ($2::uuid[])
  and state = 'waiting'
  and attempts = 0
  and event in ('post.created', 'post.updated')
returning
  hook_id,
  subject_id,
  event;
select
  id
from
  hooks
where
  workspace_id = $1
  and state = 'active'
  and $2 = any (events);
insert into
  "hook_deliveries" ("workspace_id", "id", "hook_id", "event", "subject_id", "next_at", "created_at")
values
  ($1, $2, $3, $4, $5, $6, $7);
select
  pg_notify ($1, $2);
