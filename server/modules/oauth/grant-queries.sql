-- Printed by `npm run generate` for reading; do not edit.

-- listGrants
select
  *
from
  "oauth_grants"
where
  "workspace_id" = $1
  and "user_id" = $2
  and "expires_at" > $3
order by
  "id" desc
limit
  $4;

-- findGrant
select
  *
from
  "oauth_grants"
where
  "id" = $1
  and "expires_at" > $2;

-- findGrantOfSession
select
  "oauth_grants"."client_id",
  "oauth_grants"."reads_private"
from
  "sessions"
  inner join "oauth_grants" on "oauth_grants"."id" = "sessions"."oauth_grant_id"
where
  "sessions"."id" = $1;

-- insertGrant
insert into
  "oauth_grants" (
    "workspace_id",
    "user_id",
    "id",
    "account_id",
    "client_id",
    "client_name",
    "audience",
    "scopes",
    "reads_private",
    "created_at",
    "seen_at",
    "expires_at",
    "payload"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- deleteGrant
delete from "oauth_grants"
where
  "id" = $1;

-- deleteGrantsOf
delete from "oauth_grants"
where
  "workspace_id" = $1
  and "user_id" = $2
  and "id" = $3
returning
  "client_id";

-- deleteGrantsOfAccount
delete from "oauth_grants"
where
  "account_id" = $1;

-- deleteGrantsExcept
delete from "oauth_grants"
where
  "workspace_id" = $1
  and "client_id" not in ($2);

-- listClients
select
  client_id,
  (
    array_agg(
      client_name
      order by
        id desc
    )
  ) [1] as client_name,
  count(distinct user_id)::int as people,
  max(seen_at) as seen_at
from
  oauth_grants
where
  workspace_id = $1
  and expires_at > $2
group by
  client_id
order by
  3 desc,
  1
limit
  $3;

-- insertAccessToken
with
  granted as (
    update oauth_grants
    set
      seen_at = $1
    where
      id = $2
      and expires_at > $3
    returning
      account_id,
      workspace_id,
      user_id,
      client_name,
      audience,
      reads_private
  ),
  expired as (
    delete from sessions
    where
      oauth_grant_id = $4
      and expires_at <= $5
  )
insert into
  sessions (
    token_hash,
    id,
    account_id,
    kind,
    workspace_id,
    user_id,
    name,
    scopes,
    audience,
    oauth_grant_id,
    created_at,
    seen_at,
    expires_at
  )
select
  $6,
  $7,
  account_id,
  'token',
  workspace_id,
  user_id,
  client_name,
  case
    when reads_private then $8::text[]
    else $9::text[] || $10::text
  end,
  audience,
  $11,
  $12,
  $13,
  $14
from
  granted;

-- deleteAccessToken
delete from "sessions"
where
  "token_hash" = $1
  and "oauth_grant_id" is not null;
