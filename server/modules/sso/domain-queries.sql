-- Printed by `npm run generate` for reading; do not edit.

-- listDomains
select
  *
from
  "sso_domains"
where
  "workspace_id" = $1
order by
  "domain";

-- findDomain
select
  *
from
  "sso_domains"
where
  "workspace_id" = $1
  and "id" = $2;

-- insertDomain
insert into
  "sso_domains" ("workspace_id", "id", "domain", "token", "added_by", "added_at")
values
  ($1, $2, $3, $4, $5, $6);

-- markDomainVerified
update "sso_domains"
set
  "verified_at" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "verified_at" is null;

-- deleteDomain
delete from "sso_domains"
where
  "workspace_id" = $1
  and "id" = $2;

-- assignDomains
update "sso_domains"
set
  "connection_id" = $1
where
  "workspace_id" = $2
  and "connection_id" = $3;
update "sso_domains"
set
  "connection_id" = $1
where
  "workspace_id" = $2
  and "id" in ($3)
  and "verified_at" is not null;

-- isVerifiedDomain
select
  "id"
from
  "sso_domains"
where
  "workspace_id" = $1
  and "domain" = $2
  and "verified_at" is not null
  and "connection_id" = $3;

-- listConnectionsOfDomain
select
  workspace_id,
  connection_id
from
  sso_connections_of_domain ($1, $2);
