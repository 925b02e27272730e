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
    or exists (
      select
      from
        post_readers pr
      where
        pr.workspace_id = $9
        and pr.user_id = $10
        and pr.post_id in (posts.id, posts.parent_id)
    )
  )
  and exists (
    select
    from
      unnest(posts.to_ids || posts.from_id) as person (id)
      join group_members m on m.workspace_id = $11
      and m.user_id = person.id
    where
      m.group_id = any (
        array(
          with recursive
            below as (
              select
                id as root_id,
                id,
                1 as level
              from
                groups
              where
                workspace_id = $12
                and id = any ($13::uuid[])
                and deleted_at is null
              union all
              select
                below.root_id,
                g.id,
                below.level + 1
              from
                below
                join groups g on g.workspace_id = $14
                and g.parent_id = below.id
              where
                g.deleted_at is null
            )
          select
            id
          from
            below
        )
      )
      and (m.joined_at at time zone $15)::date <= posts.day
      and (
        m.left_at is null
        or (m.left_at at time zone $16)::date > posts.day
      )
  )
order by
  "posts"."id" desc
limit
  $17;
