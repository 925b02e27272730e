-- Printed by `npm run generate` for reading; do not edit.

-- findPolicy
select
  "access",
  "client_ids"
from
  "oauth_policies"
where
  "workspace_id" = $1;

-- savePolicy
insert into
  "oauth_policies" ("workspace_id", "access", "client_ids")
values
  ($1, $2, $3)
on conflict ("workspace_id") do update
set
  "access" = $4,
  "client_ids" = $5;
