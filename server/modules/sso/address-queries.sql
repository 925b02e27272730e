-- Printed by `npm run generate` for reading; do not edit.

-- findSlug
select
  "slug"
from
  "sso_addresses"
where
  "owner_workspace_id" = $1;

-- findWorkspaceOfSlug
select
  "owner_workspace_id"
from
  "sso_addresses"
where
  "slug" = $1;

-- saveSlug
delete from "sso_addresses"
where
  "owner_workspace_id" = $1;
insert into
  "sso_addresses" ("slug", "owner_workspace_id")
values
  ($1, $2)
on conflict do nothing;
