-- Printed by `npm run generate` for reading; do not edit.

-- findJoinLink
select
  *
from
  "join_links"
where
  "workspace_id" = $1;

-- findLiveJoinLink
select
  "join_links"."own_domains_only"
from
  "join_links"
  inner join "workspaces" on "workspaces"."id" = "join_links"."workspace_id"
where
  "join_links"."workspace_id" = $1
  and "join_links"."token_hash" = $2
  and "join_links"."expires_at" > $3
  and "workspaces"."deleted_at" is null
  and (
    "uses_max" is null
    or "uses" < "join_links"."uses_max"
  );

-- replaceJoinLink
insert into
  "join_links" (
    "workspace_id",
    "token_hash",
    "token",
    "created_by",
    "created_at",
    "expires_at",
    "uses_max",
    "own_domains_only",
    "uses"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict ("workspace_id") do update
set
  "token_hash" = $10,
  "token" = $11,
  "created_by" = $12,
  "created_at" = $13,
  "expires_at" = $14,
  "uses_max" = $15,
  "own_domains_only" = $16,
  "uses" = $17;

-- deleteJoinLink
delete from "join_links"
where
  "workspace_id" = $1;

-- countJoinLinkUse
update "join_links"
set
  "uses" = "uses" + $1
where
  "workspace_id" = $2
  and "token_hash" = $3
  and "expires_at" > $4
  and (
    "uses_max" is null
    or "uses" < "uses_max"
  );

-- listJoinDomains
select
  "domain",
  "added_at"
from
  "join_domains"
where
  "workspace_id" = $1
order by
  "domain";

-- hasJoinDomain
select
  "join_domains"."domain"
from
  "join_domains"
  inner join "workspaces" on "workspaces"."id" = "join_domains"."workspace_id"
where
  "join_domains"."workspace_id" = $1
  and "join_domains"."domain" = $2
  and "workspaces"."deleted_at" is null;

-- insertJoinDomain
insert into
  "join_domains" ("workspace_id", "domain", "added_by", "added_at")
values
  ($1, $2, $3, $4);

-- deleteJoinDomain
delete from "join_domains"
where
  "workspace_id" = $1
  and "domain" = $2;

-- listJoinableWorkspaceIds
select
  id
from
  joinable_workspaces ($1, $2, $3) as workspace (id);
