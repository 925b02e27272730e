-- Printed by `npm run generate` for reading; do not edit.

-- listOfficeScreens
select
  "id",
  "name",
  "created_at",
  "used_on"
from
  "office_screens"
where
  "workspace_id" = $1
order by
  "id" desc;

-- insertOfficeScreen
insert into
  "office_screens" ("workspace_id", "id", "name", "token_hash", "created_by", "created_at")
values
  ($1, $2, $3, $4, $5, $6);

-- deleteOfficeScreenRow
delete from "office_screens"
where
  "workspace_id" = $1
  and "id" = $2
returning
  "name";

-- recordOfficeScreenUse
update "office_screens"
set
  "used_on" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and (
    "used_on" is null
    or "used_on" < $4
  );

-- findOpenedScreen
select
  "office_screens"."id",
  "office_screens"."used_on",
  "workspaces"."name" as "team",
  "files"."storage_key" as "logo_key",
  "settings"."language",
  "settings"."timezone",
  "settings"."active_color",
  "settings"."show_leaderboard",
  "settings"."leaderboard_mode",
  "settings"."limit_period",
  "workspaces"."trial_ends_at",
  "workspaces"."paid_until",
  "workspaces"."manual_payments"
from
  "office_screens"
  inner join "workspaces" on "workspaces"."id" = "office_screens"."workspace_id"
  inner join "settings" on "settings"."workspace_id" = "office_screens"."workspace_id"
  left join "files" on "files"."workspace_id" = "workspaces"."id"
  and "files"."id" = "workspaces"."logo_file_id"
where
  "office_screens"."workspace_id" = $1
  and "office_screens"."token_hash" = $2
  and "workspaces"."deleted_at" is null;

-- listNewestPublicPosts
select
  p.id,
  p.from_id,
  p.to_ids[1:3] as to_ids,
  cardinality(p.to_ids) as to_count,
  p.score,
  p.description,
  p.created_at,
  v.name as value_name,
  v.emoji as value_emoji,
  v.color as value_color
from
  posts p
  join "values" v on v.workspace_id = $1
  and v.id = p.value_id
where
  p.workspace_id = $2
  and not p.private
  and not p.add_on
  and p.deleted_at is null
order by
  p.id desc
limit
  $3;
