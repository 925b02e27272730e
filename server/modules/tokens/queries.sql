-- Printed by `npm run generate` for reading; do not edit.

-- listTokens
select
  "id",
  "name",
  "scopes",
  "created_at",
  "seen_at",
  "expires_at"
from
  "sessions"
where
  "kind" = $1
  and "workspace_id" = $2
  and "user_id" = $3
  and "revoked_at" is null
  and "oauth_grant_id" is null
  and "expires_at" > $4
order by
  "id" desc
limit
  $5;

-- countValidTokens
select
  count(*) as "n"
from
  "sessions"
where
  "kind" = $1
  and "workspace_id" = $2
  and "user_id" = $3
  and "revoked_at" is null
  and "oauth_grant_id" is null
  and "expires_at" > $4;

-- insertToken
insert into
  "sessions" (
    "id",
    "name",
    "scopes",
    "expires_at",
    "created_at",
    "seen_at",
    "workspace_id",
    "user_id",
    "account_id",
    "kind",
    "token_hash",
    "revoked_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- revokeToken
update "sessions"
set
  "revoked_at" = $1
where
  "id" = $2
  and "kind" = $3
  and "oauth_grant_id" is null
  and "workspace_id" = $4
  and "user_id" = $5
  and "revoked_at" is null;

-- listTokenMemberships
select distinct
  "workspace_id",
  "user_id"
from
  "sessions"
where
  "account_id" = $1
  and "kind" = $2
  and "oauth_grant_id" is null
  and "revoked_at" is null
  and "expires_at" > $3;

-- revokeMembershipTokens
update "sessions"
set
  "revoked_at" = $1
where
  "kind" = $2
  and "oauth_grant_id" is null
  and "workspace_id" = $3
  and "user_id" = $4
  and "revoked_at" is null
  and "expires_at" > $5
returning
  "id";
