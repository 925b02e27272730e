-- Printed by `npm run generate` for reading; do not edit.

-- findLink
select
  *
from
  "chat_links"
where
  "workspace_id" = $1
  and "provider" = $2
  and "external_user_id" = $3;

-- insertLink
insert into
  "chat_links" (
    "workspace_id",
    "provider",
    "external_user_id",
    "user_id",
    "linked_by",
    "timezone",
    "is_guest",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict do nothing;

-- listLinksOfUser
select
  *
from
  "chat_links"
where
  "workspace_id" = $1
  and "user_id" = $2
order by
  "provider";

-- updateLinkOfUser
update "chat_links"
set
  "quiet_from" = $1
where
  "workspace_id" = $2
  and "user_id" = $3
  and "provider" = $4;

-- deleteLinksOfUser
delete from "chat_links"
where
  "workspace_id" = $1
  and "user_id" = $2
  and "provider" = $3
returning
  "provider";

-- deleteChatTraces
delete from "chat_drafts"
where
  "workspace_id" = $1
  and "user_id" = $2;
delete from "hook_deliveries"
where
  "workspace_id" = $1
  and "user_id" = $2;
select
  *
from
  "chat_links"
where
  "workspace_id" = $1
  and "user_id" = $2
order by
  "provider";

-- deleteLinkOfAccount
delete from "chat_links"
where
  "workspace_id" = $1
  and "provider" = $2
  and "external_user_id" = $3;

-- findLinkRequest
select
  *
from
  "chat_link_requests"
where
  "workspace_id" = $1
  and "token_hash" = $2
  and "expires_at" > $3;

-- takeLinkRequest
delete from "chat_link_requests"
where
  "workspace_id" = $1
  and "token_hash" = $2
  and "expires_at" > $3
returning
  *;

-- deleteLinksOfChat
delete from "chat_links"
where
  "workspace_id" = $1
  and "provider" = $2;
delete from "chat_link_requests"
where
  "workspace_id" = $1
  and "provider" = $2;
delete from "chat_drafts"
where
  "workspace_id" = $1
  and "provider" = $2;
