-- Printed by `npm run generate` for reading; do not edit.

-- listConnections
select
  *
from
  "sso_connections"
where
  "workspace_id" = $1
order by
  "id";

-- findConnection
select
  *
from
  "sso_connections"
where
  "workspace_id" = $1
  and "id" = $2;

-- countPeople
select
  "connection_id",
  count(*) as "people"
from
  "sso_identities"
where
  "workspace_id" = $1
group by
  "connection_id";

-- insertConnection
insert into
  "sso_connections" ("workspace_id", "id", "protocol", "name", "state", "claims", "created_at")
values
  ($1, $2, $3, $4, $5, $6, $7);

-- updateConnectionColumns
update "sso_connections"
set
  "name" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- deleteConnection
update "sso_domains"
set
  "connection_id" = $1
where
  "workspace_id" = $2
  and "connection_id" = $3;
delete from "sso_connections"
where
  "workspace_id" = $1
  and "id" = $2;

-- endSessionsOfConnection
update "sessions"
set
  "revoked_at" = $1
where
  "workspace_id" = $2
  and "sso_connection_id" = $3
  and "user_id" = $4
  and "revoked_at" is null
returning
  "user_id";

-- hasActiveConnection
select
  "sso_connections"."id"
from
  "sso_connections"
  inner join "sso_domains" on "sso_domains"."workspace_id" = "sso_connections"."workspace_id"
  and "sso_domains"."connection_id" = "sso_connections"."id"
where
  "sso_connections"."workspace_id" = $1
  and "sso_connections"."state" = $2
  and "sso_domains"."verified_at" is not null
  and "sso_connections"."id" <> $3
limit
  $4;

-- listAdministratorAccounts
select
  "users"."account_id"
from
  "users"
  inner join "permissions" on "permissions"."workspace_id" = "users"."workspace_id"
  and "permissions"."user_id" = "users"."id"
where
  "users"."workspace_id" = $1
  and "users"."state" = $2
  and "permissions"."account_administrator" = $3
  and "users"."account_id" is not null
limit
  $4;

-- countSecondFactors
select
  count(*)::integer as count
from
  second_factors
where
  account_id = any ($1::uuid[])
  and confirmed_at is not null;
