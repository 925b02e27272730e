-- Printed by `npm run generate` for reading; do not edit.

-- addMentionsToInboxes
insert into
  inbox_items (
    workspace_id,
    user_id,
    id,
    kind,
    post_id,
    comment_id,
    actor_ids,
    actor_count,
    created_at,
    updated_at
  )
select
  u.workspace_id,
  u.id,
  gen_random_uuid(),
  'mention',
  $1::uuid,
  $2::uuid,
  array[$3::uuid],
  1,
  $4::timestamptz,
  $5::timestamptz
from
  users u
where
  u.workspace_id = $6
  and u.id = any ($7::uuid[])
  and u.id <> $8
  and u.state = 'accepted'
  and not u.demo
  and $9 <> all (u.inbox_muted)
on conflict (workspace_id, user_id, comment_id)
where
  kind = 'mention' do nothing
returning
  user_id;

-- setMentionsInInboxes
delete from inbox_items
where
  workspace_id = $1
  and comment_id = $2
  and kind = 'mention'
  and user_id <> all ($3::uuid[])
returning
  user_id;
insert into
  inbox_items (
    workspace_id,
    user_id,
    id,
    kind,
    post_id,
    comment_id,
    actor_ids,
    actor_count,
    created_at,
    updated_at
  )
select
  u.workspace_id,
  u.id,
  gen_random_uuid(),
  'mention',
  $1::uuid,
  $2::uuid,
  array[$3::uuid],
  1,
  $4::timestamptz,
  $5::timestamptz
from
  users u
where
  u.workspace_id = $6
  and u.id = any ($7::uuid[])
  and u.id <> $8
  and u.state = 'accepted'
  and not u.demo
  and $9 <> all (u.inbox_muted)
on conflict (workspace_id, user_id, comment_id)
where
  kind = 'mention' do nothing
returning
  user_id;
