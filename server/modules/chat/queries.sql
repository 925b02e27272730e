-- Printed by `npm run generate` for reading; do not edit.

-- insertAuthorization
insert into
  "chat_authorizations" ("workspace_id", "state_hash", "session_id", "expires_at")
values
  ($1, $2, $3, $4);

-- takeAuthorization
delete from "chat_authorizations"
where
  "workspace_id" = $1
  and (
    "expires_at" <= $2
    or (
      "state_hash" = $3
      and "session_id" = $4
    )
  )
returning
  "state_hash",
  "expires_at";

-- deleteConnectionRows
delete from "hooks"
where
  "workspace_id" = $1
  and "kind" = $2
  and "channel_id" is not null;
delete from "chat_conversations"
where
  "workspace_id" = $1
  and "provider" = $2;
delete from "hooks"
where
  "workspace_id" = $1
  and "kind" = $2;
delete from "chat_connections"
where
  "workspace_id" = $1
  and "provider" = $2;

-- deleteChannelsAndConversations
delete from "hooks"
where
  "workspace_id" = $1
  and "kind" = $2
  and "channel_id" is not null;
delete from "chat_conversations"
where
  "workspace_id" = $1
  and "provider" = $2;

-- listKnownChannels
select
  "external_id" as "id",
  "name"
from
  "chat_conversations"
where
  "workspace_id" = $1
  and "provider" = $2
  and "kind" = $3
order by
  "name",
  "external_id"
limit
  $4;

-- lockTeamOfChat
select
  pg_advisory_xact_lock(hashtextextended ($1, 0));

-- countConversations
select
  count(*) as "n"
from
  "chat_conversations"
where
  "workspace_id" = $1
  and "provider" = $2;

-- countChannels
select
  count(*) as "n"
from
  "hooks"
where
  "workspace_id" = $1
  and "channel_id" is not null;

-- moveWaitingDeliveries
update "hook_deliveries"
set
  "hook_id" = $1
where
  "workspace_id" = $2
  and "hook_id" = $3
  and "state" = $4;
