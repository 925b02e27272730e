-- Printed by `npm run generate` for reading; do not edit.

-- findChatMessage
select
  "channel_id",
  "message_id"
from
  "chat_messages"
where
  "workspace_id" = $1
  and "hook_id" = $2
  and "post_id" = $3;

-- storeChatMessage
insert into
  "chat_messages" ("workspace_id", "hook_id", "post_id", "created_at", "channel_id", "message_id")
values
  ($1, $2, $3, $4, $5, $6)
on conflict ("workspace_id", "hook_id", "post_id") do update
set
  "channel_id" = $7,
  "message_id" = $8;

-- deleteChatMessage
delete from "chat_messages"
where
  "workspace_id" = $1
  and "hook_id" = $2
  and "post_id" = $3;

-- findPostExtras
select
  p.added_score,
  s.add_ons
from
  posts p
  join settings s on s.workspace_id = p.workspace_id
where
  p.workspace_id = $1
  and p.id = $2;

-- findDirectMessageAddress
select
  l.external_user_id,
  coalesce(u.language, s.language) as language,
  l.muted
from
  chat_links l
  join users u on u.workspace_id = l.workspace_id
  and u.id = l.user_id
  and u.state = 'accepted'
  join settings s on s.workspace_id = l.workspace_id
where
  l.workspace_id = $1
  and l.provider = $2
  and l.user_id = $3;

-- findThanksForReader
select
  coalesce(p.parent_id, p.id) as root_id,
  p.from_id,
  p.score,
  p.description,
  p.private
  or coalesce(r.private, false) as private,
  v.emoji || ' ' || v.name as value
from
  posts p
  join
values
  v on v.workspace_id = p.workspace_id
  and v.id = p.value_id
  left join posts r on r.workspace_id = p.workspace_id
  and r.id = p.parent_id
where
  p.workspace_id = $1
  and p.id = $2
  and p.deleted_at is null
  and $3::uuid = any (p.to_ids);

-- findDecidedPurchase
select
  title,
  case
    when returned_at is null then status
    else 'returned'
  end as status,
  coalesce(decline_reason, '') as reason
from
  purchases
where
  workspace_id = $1
  and id = $2
  and status in ('fulfilled', 'declined')
  and canceled_at is null;

-- findPersonalConversation
select
  "external_id",
  "reference"
from
  "chat_conversations"
where
  "workspace_id" = $1
  and "provider" = $2
  and "kind" = $3
  and "external_user_id" = $4
order by
  "created_at" desc
limit
  $5;

-- findConversation
select
  "external_id",
  "name",
  "reference"
from
  "chat_conversations"
where
  "workspace_id" = $1
  and "provider" = $2
  and "external_id" = $3;
