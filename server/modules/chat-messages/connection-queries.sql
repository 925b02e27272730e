-- Printed by `npm run generate` for reading; do not edit.

-- listConnections
select
  *
from
  "chat_connections"
where
  "workspace_id" = $1
order by
  "provider";

-- findConnection
select
  *
from
  "chat_connections"
where
  "workspace_id" = $1
  and "provider" = $2;

-- findWorkspaceOfTeam
select
  chat_workspace ($1, $2) as workspace_id;

-- lockConnection
select
  *
from
  "chat_connections"
where
  "workspace_id" = $1
  and "provider" = $2
for update;

-- insertConnection
insert into
  "chat_connections" ("workspace_id", "provider", "hook_id", "state", "created_at")
values
  ($1, $2, $3, $4, $5);

-- updateConnection
update "chat_connections"
set
  "state" = $1
where
  "workspace_id" = $2
  and "provider" = $3;

-- leaseTokenRefresh
update "chat_connections"
set
  "refresh_leased_until" = $1
where
  "workspace_id" = $2
  and "provider" = $3
  and (
    "refresh_leased_until" is null
    or "refresh_leased_until" <= $4
  );

-- markDisconnected
update "chat_connections"
set
  "state" = $1,
  "state_reason" = $2
where
  "workspace_id" = $3
  and "provider" = $4
  and "state" = $5;

-- switchAppHooksOff
update "hooks"
set
  "state" = $1,
  "off_reason" = $2
where
  "workspace_id" = $3
  and "kind" = $4
  and "state" = $5;

-- switchAppHooksOn
update "hooks"
set
  "state" = $1,
  "off_reason" = $2,
  "failures" = $3,
  "failing_since" = $4,
  "wait_until" = $5
where
  "workspace_id" = $6
  and "kind" = $7
  and "off_reason" = $8;

-- countLinks
select
  provider,
  count(*)::int as count
from
  chat_links
where
  workspace_id = $1
group by
  provider;
