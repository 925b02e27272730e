-- Printed by `npm run generate` for reading; do not edit.

-- listPostsForExport
select
  "posts"."id",
  "posts"."day",
  "posts"."from_id",
  "posts"."to_ids",
  "values"."name" as "value",
  "posts"."score",
  "posts"."description",
  "posts"."like_count",
  "posts"."private",
  (
    select
      parent.description
    from
      posts parent
    where
      parent.workspace_id = $1
      and parent.id = posts.parent_id
  ) as "parent"
from
  "posts"
  inner join "values" on "values"."workspace_id" = "posts"."workspace_id"
  and "values"."id" = "posts"."value_id"
where
  "posts"."workspace_id" = $2
  and "posts"."deleted_at" is null
  and "posts"."id" < $3
  and "posts"."id" >= $4
  and "posts"."day" >= $5
  and "posts"."day" <= $6
  and (
    not posts.private
    or posts.from_id = $7
    or $8 = any (posts.to_ids)
  )
order by
  "posts"."id" desc
limit
  $9;
