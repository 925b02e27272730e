-- Printed by `npm run generate` for reading; do not edit.

-- listSignatures
select
  "g"."user_id",
  "g"."text",
  "g"."created_at",
  "g"."hidden_at",
  "g"."reported_at",
  "f"."storage_key" as "picture_key"
from
  "group_card_signatures" as "g"
  left join "files" as "f" on "f"."workspace_id" = $1
  and "f"."id" = "g"."picture_file_id"
where
  "g"."workspace_id" = $2
  and "g"."card_id" = $3
  and "g"."hidden_at" is null
order by
  "g"."created_at",
  "g"."user_id";

-- upsertSignature
insert into
  "group_card_signatures" ("workspace_id", "card_id", "user_id", "text", "created_at")
values
  ($1, $2, $3, $4, $5)
on conflict ("workspace_id", "card_id", "user_id") do update
set
  "text" = $6;

-- deleteSignature
delete from "group_card_signatures"
where
  "workspace_id" = $1
  and "card_id" = $2
  and "user_id" = $3
returning
  "picture_file_id";

-- lockSignature
select
  "picture_file_id"
from
  "group_card_signatures"
where
  "workspace_id" = $1
  and "card_id" = $2
  and "user_id" = $3
for update;

-- setSignaturePicture
update "group_card_signatures"
set
  "picture_file_id" = $1
where
  "workspace_id" = $2
  and "card_id" = $3
  and "user_id" = $4;

-- setSignatureHidden
update "group_card_signatures"
set
  "hidden_at" = $1
where
  "workspace_id" = $2
  and "card_id" = $3
  and "user_id" = $4;

-- reportSignature
update group_card_signatures
set
  reported_at = $1,
  hidden_at = coalesce(hidden_at, $2)
where
  workspace_id = $3
  and card_id = $4
  and user_id = $5;

-- listReportedSignatures
select
  g.card_id,
  k.user_id as person_id,
  k.kind,
  case
    when k.kind = 'anniversary' then coalesce(
      (
        select
          (p.occasion ->> 'years')::int
        from
          posts p
        where
          p.workspace_id = $1
          and p.id = c.post_id
      ),
      k.year - extract(
        year
        from
          u.hire_date
      )::int
    )
  end as years,
  c.day::text as day,
  g.user_id,
  g.text,
  f.storage_key as picture_key,
  g.created_at,
  g.reported_at
from
  group_card_signatures g
  join group_cards k
  join celebrations c on c.workspace_id = $2
  and c.kind = k.kind
  and c.user_id = k.user_id
  and c.year = k.year
  join users u on u.workspace_id = $3
  and u.id = k.user_id on k.workspace_id = $4
  and k.id = g.card_id
  left join files f on f.workspace_id = $5
  and f.id = g.picture_file_id
where
  g.workspace_id = $6
  and g.reported_at is not null
order by
  g.reported_at,
  g.card_id,
  g.user_id
limit
  $7;

-- endSignatureReport
update group_card_signatures
set
  reported_at = null
where
  workspace_id = $1
  and card_id = $2
  and user_id = $3
  and reported_at is not null;
