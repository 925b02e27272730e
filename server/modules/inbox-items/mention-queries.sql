-- Printed by `npm run generate` for reading; do not edit.

-- addMentionsToInboxes
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.id <> $3
  and u.state = 'accepted'
  and not u.demo
  and $4 <> all (u.inbox_muted);
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "post_id",
    "comment_id",
    "actor_ids",
    "actor_count",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
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
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.id <> $3
  and u.state = 'accepted'
  and not u.demo
  and $4 <> all (u.inbox_muted);
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "post_id",
    "comment_id",
    "actor_ids",
    "actor_count",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (workspace_id, user_id, comment_id)
where
  kind = 'mention' do nothing
returning
  user_id;
