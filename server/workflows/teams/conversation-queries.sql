-- Printed by `npm run generate` for reading; do not edit.

-- saveConversation
insert into
  "chat_conversations" (
    "workspace_id",
    "external_id",
    "kind",
    "team_id",
    "name",
    "external_user_id",
    "reference",
    "created_at",
    "provider"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict do nothing;
update "chat_conversations"
set
  "kind" = $1,
  "team_id" = $2,
  "name" = $3,
  "external_user_id" = $4,
  "reference" = $5
where
  "workspace_id" = $6
  and "provider" = $7
  and "external_id" = $8;

-- updateReference
update "chat_conversations"
set
  "reference" = $1
where
  "workspace_id" = $2
  and "provider" = $3
  and "external_id" = $4;

-- deleteConversation
delete from "chat_conversations"
where
  "workspace_id" = $1
  and "provider" = $2
  and "external_id" = $3;

-- deleteTeam
delete from "chat_conversations"
where
  "workspace_id" = $1
  and "provider" = $2
  and "team_id" = $3;

-- listTeamIds
select distinct
  "team_id"
from
  "chat_conversations"
where
  "workspace_id" = $1
  and "provider" = $2
  and "team_id" <> $3
order by
  "team_id"
limit
  $4;

-- listPersonalChats
select distinct
  on (external_user_id) external_user_id,
  external_id
from
  chat_conversations
where
  workspace_id = $1
  and provider = $2
  and kind = 'personal'
  and external_user_id = any ($3::text[])
order by
  external_user_id,
  created_at desc;

-- claimMessage
insert into
  "webhook_events" ("provider", "event_id", "payload", "received_at", "next_at", "done_at")
values
  ($1, $2, $3, $4, $5, $6)
on conflict ("provider", "event_id") do nothing;

-- releaseMessage
delete from "webhook_events"
where
  "provider" = $1
  and "event_id" = $2;
