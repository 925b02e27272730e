-- Printed by `npm run generate` for reading; do not edit.

-- findBadgeKey
select
  "badge_keys"."private_key",
  "badge_keys"."public_key",
  "workspaces"."name"
from
  "badge_keys"
  inner join "workspaces" on "workspaces"."id" = "badge_keys"."workspace_id"
where
  "badge_keys"."workspace_id" = $1
  and "workspaces"."deleted_at" is null;

-- insertBadgeKey
insert into
  "badge_keys" ("workspace_id", "private_key", "public_key", "created_at")
values
  ($1, $2, $3, $4)
on conflict ("workspace_id") do nothing;
