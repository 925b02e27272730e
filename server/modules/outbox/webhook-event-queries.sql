-- Printed by `npm run generate` for reading; do not edit.

-- enqueueWebhookEvents
insert into
  hook_deliveries (workspace_id, id, hook_id, event, subject_id, next_at, created_at)
select
  h.workspace_id,
  gen_random_uuid(),
  h.id,
  $1,
  subject.id,
  $2,
  $3
from
  hooks h
  cross join unnest($4::uuid[]) as subject (id)
where
  h.workspace_id = $5
  and h.state = 'active'
  and $6 = any (h.events);

-- enqueuePostsDeleted
with
  unsent as (
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
      event
  )
insert into
  hook_deliveries (workspace_id, id, hook_id, event, subject_id, next_at, created_at)
select
  h.workspace_id,
  gen_random_uuid(),
  h.id,
  'post.deleted',
  post.id,
  $3,
  $4
from
  hooks h
  cross join unnest($5::uuid[]) as post (id)
where
  h.workspace_id = $6
  and h.state = 'active'
  and 'post.deleted' = any (h.events)
  and not exists (
    select
      1
    from
      unsent
    where
      unsent.hook_id = h.id
      and unsent.subject_id = post.id
      and unsent.event = 'post.created'
  );
