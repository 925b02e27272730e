-- Printed by `npm run generate` for reading; do not edit.

-- insertHistoryImport
insert into
  "history_imports" (
    "workspace_id",
    "id",
    "product",
    "state",
    "file_name",
    "header",
    "fields",
    "rows_count",
    "created_by",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- findHistoryImport
select
  *
from
  "history_imports"
where
  "workspace_id" = $1
  and "id" = $2;

-- lockHistoryImport
select
  *
from
  "history_imports"
where
  "workspace_id" = $1
  and "id" = $2
for update;

-- listHistoryImports
select
  *
from
  "history_imports"
where
  "workspace_id" = $1
order by
  "id" desc
limit
  $2;

-- updateHistoryImport
update "history_imports"
set
  "state" = $1,
  "done_count" = $2
where
  "workspace_id" = $3
  and "id" = $4;

-- isHistoryRunning
select
  "id"
from
  "history_imports"
where
  "workspace_id" = $1
  and "state" in ($2, $3, $4);

-- deleteHistoryImport
delete from "history_imports"
where
  "workspace_id" = $1
  and "id" = $2;

-- sumBalances
select
  import_id,
  coalesce(
    sum(points) filter (
      where
        paid_at is not null
    ),
    0
  )::float8 as opened,
  coalesce(
    sum(points - returned) filter (
      where
        returned is not null
    ),
    0
  )::float8 as kept
from
  history_balances
where
  workspace_id = $1
  and import_id = any ($2::uuid[])
group by
  import_id;

-- listHistoryPeople
select
  "name",
  "email",
  "user_id",
  "former",
  "given_posts",
  "given_points",
  "received_posts",
  "received_points"
from
  "history_people"
where
  "workspace_id" = $1
  and "import_id" = $2
  and (
    "user_id" is null
    or "former" = $3
  )
  and (
    lower(name) like lower($4::text)
    or lower(email) like lower($5::text)
  )
order by
  given_posts + received_posts desc,
  "key"
limit
  $6
offset
  $7;

-- countUnknownPeople
select
  count(*)::integer as count
from
  history_people
where
  workspace_id = $1
  and import_id = $2
  and (
    user_id is null
    or former
  )
  and (
    lower(name) like lower($3::text)
    or lower(email) like lower($4::text)
  );

-- listHistoryTags
select
  "tag",
  "posts",
  "value_id",
  "created"
from
  "history_tags"
where
  "workspace_id" = $1
  and "import_id" = $2
order by
  "posts" desc,
  "tag"
limit
  $3;

-- setTagValue
update "history_tags"
set
  "value_id" = $1,
  "created" = $2
where
  "workspace_id" = $3
  and "import_id" = $4
  and "tag" = $5;

-- isFormerTeammate
select
  "key"
from
  "history_people"
where
  "workspace_id" = $1
  and "import_id" = $2
  and "user_id" = $3
  and "former" = $4;

-- mergePeople
select
  history_people_merge ($1, $2, $3) as posts;

-- eraseFromHistoryImports
update history_people
set
  name = '',
  email = '',
  key = 'erased ' || coalesce(user_id::text, '') || md5(key)
where
  workspace_id = $1
  and (
    user_id = $2
    or (
      $3 <> ''
      and key = $4
    )
  );
delete from history_rows r
where
  workspace_id = $1
  and $2 <> ''
  and strpos(lower(array_to_string(r.cells, ' ')), $3) > 0
  and exists (
    select
      1
    from
      unnest(r.cells) c
    where
      strpos(lower(c), $4) > 0
      and lower(c) ~ $5
  );
