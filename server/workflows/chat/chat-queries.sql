-- Printed by `npm run generate` for reading; do not edit.

-- findChatUser
select
  u.account_id,
  u.workspace_id,
  u.id as user_id,
  p.global_administrator,
  p.account_administrator,
  p.rewards_administrator,
  p.billing_administrator,
  t.limit_period,
  t.timezone,
  coalesce(u.language, t.language) as language,
  w.trial_ends_at,
  w.paid_until,
  w.manual_payments,
  t.comments,
  t.reactions,
  t.add_ons
from
  users u
  join workspaces w on w.id = u.workspace_id
  and w.deleted_at is null
  join settings t on t.workspace_id = u.workspace_id
  join permissions p on p.workspace_id = u.workspace_id
  and p.user_id = u.id
where
  u.workspace_id = $1
  and u.id = $2
  and u.state = 'accepted';

-- listLinkedUsers
select
  "chat_links"."external_user_id",
  "chat_links"."user_id"
from
  "chat_links"
  inner join "users" on "users"."workspace_id" = "chat_links"."workspace_id"
  and "users"."id" = "chat_links"."user_id"
where
  "chat_links"."workspace_id" = $1
  and "chat_links"."provider" = $2
  and external_user_id = any ($3::text[])
  and "users"."state" = $4;

-- listUsersByEmail
select
  id,
  email
from
  users
where
  workspace_id = $1
  and email = any ($2::text[])
  and state = 'accepted'
  and not demo;

-- insertLinkRequest
insert into
  "chat_link_requests" (
    "workspace_id",
    "token_hash",
    "provider",
    "external_user_id",
    "external_name",
    "timezone",
    "is_guest",
    "expires_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8);

-- deleteLinkRequests
delete from "chat_link_requests"
where
  "workspace_id" = $1
  and "provider" = $2
  and "external_user_id" = $3;

-- insertDraft
insert into
  "chat_drafts" (
    "workspace_id",
    "id",
    "provider",
    "source_key",
    "user_id",
    "content",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing;
select
  *
from
  "chat_drafts"
where
  "workspace_id" = $1
  and "provider" = $2
  and "source_key" = $3;

-- findDraft
select
  *
from
  "chat_drafts"
where
  "workspace_id" = $1
  and "id" = $2
  and "user_id" = $3;

-- deleteOldDrafts
delete from "chat_drafts"
where
  "workspace_id" = $1
  and "id" in (
    select
      "id"
    from
      "chat_drafts"
    where
      "workspace_id" = $2
      and "user_id" = $3
    order by
      "id" desc
    offset
      $4
  );

-- deleteDraftRow
delete from "chat_drafts"
where
  "workspace_id" = $1
  and "id" = $2
  and "user_id" = $3;

-- touchConnection
update "chat_connections"
set
  "seen_at" = $1
where
  "workspace_id" = $2
  and "provider" = $3
  and (
    "seen_at" is null
    or "seen_at" < "connected_at"
    or "seen_at" < $4::timestamptz - interval '1 day'
  );
