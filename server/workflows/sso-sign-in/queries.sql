-- Printed by `npm run generate` for reading; do not edit.

-- insertRequest
insert into
  "sso_requests" (
    "workspace_id",
    "id",
    "connection_id",
    "state_hash",
    "challenge",
    "secret",
    "created_at",
    "expires_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8);

-- countRequests
select
  count(*) as "count"
from
  (
    select
      "id"
    from
      "sso_requests"
    where
      "workspace_id" = $1
      and "created_at" > $2
    limit
      $3
  ) as "recent";

-- takeRequest
update "sso_requests"
set
  "answered_at" = $1
where
  "workspace_id" = $2
  and "connection_id" = $3
  and "state_hash" = $4
  and "answered_at" is null
  and "expires_at" > $5
returning
  *;

-- saveOutcome
update "sso_requests"
set
  "outcome" = $1,
  "code_hash" = $2,
  "code_expires_at" = $3
where
  "workspace_id" = $4
  and "id" = $5;

-- takeOutcome
delete from "sso_requests"
where
  "workspace_id" = $1
  and "code_hash" = $2
  and "code_expires_at" > $3
returning
  *;

-- markMessageUsed
insert into
  "sso_used_messages" ("workspace_id", "connection_id", "message_hash", "expires_at")
values
  ($1, $2, $3, $4)
on conflict do nothing;

-- findIdentityMember
select
  "users"."id",
  "users"."account_id",
  "users"."email",
  "users"."state"
from
  "sso_identities"
  inner join "users" on "users"."workspace_id" = "sso_identities"."workspace_id"
  and "users"."id" = "sso_identities"."user_id"
where
  "sso_identities"."workspace_id" = $1
  and "sso_identities"."connection_id" = $2
  and "sso_identities"."issuer" = $3
  and "sso_identities"."subject" = $4;

-- findSubjectInAnyCase
select
  subject
from
  sso_identities
where
  workspace_id = $1
  and connection_id = $2
  and issuer = $3
  and lower(subject) = lower($4)
order by
  subject
limit
  1;

-- findMemberByEmail
select
  "users"."id",
  "users"."account_id",
  "users"."email",
  "users"."state",
  "sso_identities"."subject"
from
  "users"
  left join "sso_identities" on "sso_identities"."workspace_id" = "users"."workspace_id"
  and "sso_identities"."user_id" = "users"."id"
  and "sso_identities"."connection_id" = $1
where
  "users"."workspace_id" = $2
  and "users"."email" = $3
  and "users"."demo" = $4;

-- insertIdentity
insert into
  "sso_identities" (
    "workspace_id",
    "connection_id",
    "issuer",
    "subject",
    "user_id",
    "created_at",
    "seen_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing;

-- touchIdentity
update "sso_identities"
set
  "seen_at" = $1
where
  "workspace_id" = $2
  and "connection_id" = $3
  and "issuer" = $4
  and "subject" = $5;

-- endProviderSessions
update "sessions"
set
  "revoked_at" = $1
where
  "workspace_id" = $2
  and "sso_connection_id" = $3
  and "revoked_at" is null
  and (
    "sso_session" = $4
    and "sso_subject" = $5
  )
returning
  "user_id";
