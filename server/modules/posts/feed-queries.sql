-- Printed by `npm run generate` for reading; do not edit.

-- compileFeedQuery
with
  page as materialized (
    select
      p.id,
      p.from_id,
      p.occasion,
      p.to_ids,
      p.value_id,
      p.score,
      p.description,
      p.private,
      p.like_count,
      p.parent_id,
      p.comment_count,
      p.add_on_count,
      p.added_score,
      p.reaction_counts,
      p.created_at,
      p.picture,
      p.imported_from is not null as imported,
      exists (
        select
          1
        from
          likes l
        where
          l.workspace_id = $1
          and l.post_id = p.id
          and l.user_id = $2
      ) as liked,
      array(
        select
          r.reaction
        from
          reactions r
        where
          r.workspace_id = $1
          and r.post_id = p.id
          and r.user_id = $2
      ) as reacted
    from
      posts p
    where
      p.workspace_id = $1
      and p.id in (
        select
          id
        from
          (
            (
              select
                p.id
              from
                posts p
              where
                p.workspace_id = $1
                and p.deleted_at is null
                and not p.add_on
                and p.id < $3
                and not p.private
              order by
                p.id desc
              limit
                21
            )
            union all
            (
              select
                p.id
              from
                posts p
              where
                p.workspace_id = $1
                and p.deleted_at is null
                and not p.add_on
                and p.id < $3
                and p.private
                and p.from_id = $2
              order by
                p.id desc
              limit
                21
            )
            union all
            (
              select
                r.post_id as id
              from
                post_recipients r
              where
                r.workspace_id = $1
                and r.user_id = $2
                and not r.deleted
                and not r.add_on
                and r.post_id < $3
                and r.private
              order by
                r.post_id desc
              limit
                21
            )
            union all
            (
              select
                p.id
              from
                post_readers pr
                join posts p on p.workspace_id = pr.workspace_id
                and p.id = pr.post_id
              where
                pr.workspace_id = $1
                and pr.user_id = $2
                and p.deleted_at is null
                and pr.post_id < $3
              order by
                pr.post_id desc
              limit
                21
            )
          ) ranges
        order by
          id desc
        limit
          21
      )
      and p.deleted_at is null
  )
select
  (
    select
      json_agg(
        page
        order by
          id desc
      )
    from
      page
  ) as posts,
  (
    select
      json_agg(x)
    from
      (
        select
          u.id,
          u.first_name,
          u.last_name,
          u.email,
          u.job_title,
          u.state,
          u.demo,
          f.storage_key as avatar_key
        from
          users u
          left join files f on f.workspace_id = u.workspace_id
          and f.id = u.avatar_file_id
        where
          u.workspace_id = $1
          and u.id in (
            select
              from_id
            from
              page
            union
            select
              unnest(to_ids[1:50])
            from
              page
            union
            select
              $2::uuid
          )
      ) x
  ) as people,
  (
    select
      json_agg(x)
    from
      (
        select
          v.id,
          v.name,
          v.description,
          v.color,
          v.emoji,
          v.keywords,
          v.tag,
          v.is_default,
          v.retired_at
        from
          "values" v
        where
          v.workspace_id = $1
          and v.id in (
            select
              value_id
            from
              page
          )
      ) x
  ) as
values;
with
  page as materialized (
    select
      p.id,
      p.from_id,
      p.occasion,
      p.to_ids,
      p.value_id,
      p.score,
      p.description,
      p.private,
      p.like_count,
      p.parent_id,
      p.comment_count,
      p.add_on_count,
      p.added_score,
      p.reaction_counts,
      p.created_at,
      p.picture,
      p.imported_from is not null as imported,
      exists (
        select
          1
        from
          likes l
        where
          l.workspace_id = $1
          and l.post_id = p.id
          and l.user_id = $2
      ) as liked,
      array(
        select
          r.reaction
        from
          reactions r
        where
          r.workspace_id = $3
          and r.post_id = p.id
          and r.user_id = $4
      ) as reacted
    from
      posts p
    where
      p.workspace_id = $5
      and p.id in (
        select
          id
        from
          (
            (
              select
                p.id
              from
                posts p
              where
                p.workspace_id = $6
                and p.deleted_at is null
                and not p.add_on
                and p.id < $7
                and not p.private
                and p.from_id = $8
              order by
                p.id desc
              limit
                21
            )
            union all
            (
              select
                r.post_id as id
              from
                post_recipients r
              where
                r.workspace_id = $9
                and r.user_id = $10
                and not r.deleted
                and not r.add_on
                and r.post_id < $11
                and not r.private
              order by
                r.post_id desc
              limit
                21
            )
            union all
            (
              select
                p.id
              from
                post_recipients r
                join posts p on p.workspace_id = r.workspace_id
                and p.id = r.post_id
              where
                r.workspace_id = $12
                and r.user_id = $13
                and not r.deleted
                and not r.add_on
                and r.post_id < $14
                and r.private
                and p.from_id = $15
              order by
                r.post_id desc
              limit
                21
            )
            union all
            (
              select
                p.id
              from
                post_recipients r
                join posts p on p.workspace_id = r.workspace_id
                and p.id = r.post_id
              where
                r.workspace_id = $16
                and r.user_id = $17
                and not r.deleted
                and not r.add_on
                and r.post_id < $18
                and r.private
                and p.from_id = $19
              order by
                r.post_id desc
              limit
                21
            )
            union all
            (
              select
                p.id
              from
                post_recipients r
                join posts p on p.workspace_id = r.workspace_id
                and p.id = r.post_id
              where
                r.workspace_id = $20
                and r.user_id = $21
                and not r.deleted
                and not r.add_on
                and r.post_id < $22
                and r.private
                and $23 = any (p.to_ids)
              order by
                r.post_id desc
              limit
                21
            )
            union all
            (
              select
                p.id
              from
                post_readers pr
                join posts p on p.workspace_id = pr.workspace_id
                and p.id = pr.post_id
              where
                pr.workspace_id = $24
                and pr.user_id = $25
                and p.deleted_at is null
                and pr.post_id < $26
                and $27 = any (p.to_ids)
              order by
                pr.post_id desc
              limit
                21
            )
            union all
            (
              select
                p.id
              from
                posts p
              where
                p.workspace_id = $28
                and p.deleted_at is null
                and p.add_on
                and p.id < $29
                and not p.private
                and p.from_id = $30
              order by
                p.id desc
              limit
                21
            )
            union all
            (
              select
                r.post_id as id
              from
                post_recipients r
              where
                r.workspace_id = $31
                and r.user_id = $32
                and not r.deleted
                and r.add_on
                and r.post_id < $33
                and not r.private
              order by
                r.post_id desc
              limit
                21
            )
            union all
            (
              select
                p.id
              from
                post_recipients r
                join posts p on p.workspace_id = r.workspace_id
                and p.id = r.post_id
              where
                r.workspace_id = $34
                and r.user_id = $35
                and not r.deleted
                and r.add_on
                and r.post_id < $36
                and r.private
                and p.from_id = $37
              order by
                r.post_id desc
              limit
                21
            )
            union all
            (
              select
                p.id
              from
                post_recipients r
                join posts p on p.workspace_id = r.workspace_id
                and p.id = r.post_id
              where
                r.workspace_id = $38
                and r.user_id = $39
                and not r.deleted
                and r.add_on
                and r.post_id < $40
                and r.private
                and p.from_id = $41
              order by
                r.post_id desc
              limit
                21
            )
            union all
            (
              select
                p.id
              from
                post_recipients r
                join posts p on p.workspace_id = r.workspace_id
                and p.id = r.post_id
              where
                r.workspace_id = $42
                and r.user_id = $43
                and not r.deleted
                and r.add_on
                and r.post_id < $44
                and r.private
                and $45 = any (p.to_ids)
              order by
                r.post_id desc
              limit
                21
            )
          ) ranges
        order by
          id desc
        limit
          21
      )
      and p.deleted_at is null
  )
select
  (
    select
      json_agg(
        page
        order by
          id desc
      )
    from
      page
  ) as posts,
  (
    select
      json_agg(x)
    from
      (
        select
          u.id,
          u.first_name,
          u.last_name,
          u.email,
          u.job_title,
          u.state,
          u.demo,
          f.storage_key as avatar_key
        from
          users u
          left join files f on f.workspace_id = u.workspace_id
          and f.id = u.avatar_file_id
        where
          u.workspace_id = $46
          and u.id in (
            select
              from_id
            from
              page
            union
            select
              unnest(to_ids[1:50])
            from
              page
            union
            select
              $47::uuid
          )
      ) x
  ) as people,
  (
    select
      json_agg(x)
    from
      (
        select
          v.id,
          v.name,
          v.description,
          v.color,
          v.emoji,
          v.keywords,
          v.tag,
          v.is_default,
          v.retired_at
        from
          "values" v
        where
          v.workspace_id = $48
          and v.id in (
            select
              value_id
            from
              page
          )
      ) x
  ) as
values;
with
  page as materialized (
    select
      p.id,
      p.from_id,
      p.occasion,
      p.to_ids,
      p.value_id,
      p.score,
      p.description,
      p.private,
      p.like_count,
      p.parent_id,
      p.comment_count,
      p.add_on_count,
      p.added_score,
      p.reaction_counts,
      p.created_at,
      p.picture,
      p.imported_from is not null as imported,
      exists (
        select
          1
        from
          likes l
        where
          l.workspace_id = $1
          and l.post_id = p.id
          and l.user_id = $2
      ) as liked,
      array(
        select
          r.reaction
        from
          reactions r
        where
          r.workspace_id = $3
          and r.post_id = p.id
          and r.user_id = $4
      ) as reacted
    from
      posts p
    where
      p.workspace_id = $5
      and p.id in (
        select
          id
        from
          (
            (
              select
                page.id
              from
                (
                  select
                    id
                  from
                    users
                  where
                    workspace_id = $6
                    and manager_id = $7
                    and state in ('pending', 'accepted')
                  order by
                    id
                  limit
                    300
                ) person
                cross join lateral (
                  select
                    p.id
                  from
                    posts p
                  where
                    p.workspace_id = $8
                    and not p.private
                    and not p.add_on
                    and p.deleted_at is null
                    and p.id < $9
                    and p.id >= $10
                    and p.from_id = person.id
                  order by
                    p.id desc
                  limit
                    21
                ) page
            )
            union
            (
              select
                page.id
              from
                (
                  select
                    id
                  from
                    users
                  where
                    workspace_id = $11
                    and manager_id = $12
                    and state in ('pending', 'accepted')
                  order by
                    id
                  limit
                    300
                ) person
                cross join lateral (
                  select
                    p.id
                  from
                    post_recipients r
                    join posts p on p.workspace_id = r.workspace_id
                    and p.id = r.post_id
                  where
                    r.workspace_id = $13
                    and r.user_id = person.id
                    and not r.private
                    and not r.add_on
                    and not r.deleted
                    and r.post_id < $14
                    and r.post_id >= $15
                  order by
                    r.post_id desc
                  limit
                    21
                ) page
            )
          ) ranges
        order by
          id desc
        limit
          21
      )
      and p.deleted_at is null
  )
select
  (
    select
      json_agg(
        page
        order by
          id desc
      )
    from
      page
  ) as posts,
  (
    select
      json_agg(x)
    from
      (
        select
          u.id,
          u.first_name,
          u.last_name,
          u.email,
          u.job_title,
          u.state,
          u.demo,
          f.storage_key as avatar_key
        from
          users u
          left join files f on f.workspace_id = u.workspace_id
          and f.id = u.avatar_file_id
        where
          u.workspace_id = $16
          and u.id in (
            select
              from_id
            from
              page
            union
            select
              unnest(to_ids[1:50])
            from
              page
            union
            select
              $17::uuid
          )
      ) x
  ) as people,
  (
    select
      json_agg(x)
    from
      (
        select
          v.id,
          v.name,
          v.description,
          v.color,
          v.emoji,
          v.keywords,
          v.tag,
          v.is_default,
          v.retired_at
        from
          "values" v
        where
          v.workspace_id = $18
          and v.id in (
            select
              value_id
            from
              page
          )
      ) x
  ) as
values;

-- buildSearchQuery
select
  found as id
from
  posts_search ($1, $2, $3, $4, $5, $6, $7, 21, $8, $9, $10) as found;

-- buildPostsQuery
with
  page as materialized (
    select
      p.id,
      p.from_id,
      p.occasion,
      p.to_ids,
      p.value_id,
      p.score,
      p.description,
      p.private,
      p.like_count,
      p.parent_id,
      p.comment_count,
      p.add_on_count,
      p.added_score,
      p.reaction_counts,
      p.created_at,
      p.picture,
      p.imported_from is not null as imported,
      exists (
        select
          1
        from
          likes l
        where
          l.workspace_id = $1
          and l.post_id = p.id
          and l.user_id = $2
      ) as liked,
      array(
        select
          r.reaction
        from
          reactions r
        where
          r.workspace_id = $3
          and r.post_id = p.id
          and r.user_id = $4
      ) as reacted
    from
      posts p
    where
      p.workspace_id = $5
      and p.id in (
        select
          unnest($6::uuid[])
      )
      and p.deleted_at is null
  )
select
  (
    select
      json_agg(
        page
        order by
          id desc
      )
    from
      page
  ) as posts,
  (
    select
      json_agg(x)
    from
      (
        select
          u.id,
          u.first_name,
          u.last_name,
          u.email,
          u.job_title,
          u.state,
          u.demo,
          f.storage_key as avatar_key
        from
          users u
          left join files f on f.workspace_id = u.workspace_id
          and f.id = u.avatar_file_id
        where
          u.workspace_id = $7
          and u.id in (
            select
              from_id
            from
              page
            union
            select
              unnest(to_ids[1:50])
            from
              page
            union
            select
              $8::uuid
          )
      ) x
  ) as people,
  (
    select
      json_agg(x)
    from
      (
        select
          v.id,
          v.name,
          v.description,
          v.color,
          v.emoji,
          v.keywords,
          v.tag,
          v.is_default,
          v.retired_at
        from
          "values" v
        where
          v.workspace_id = $9
          and v.id in (
            select
              value_id
            from
              page
          )
      ) x
  ) as
values;

-- buildPostQuery
with
  page as materialized (
    select
      p.id,
      p.from_id,
      p.occasion,
      p.to_ids,
      p.value_id,
      p.score,
      p.description,
      p.private,
      p.like_count,
      p.parent_id,
      p.comment_count,
      p.add_on_count,
      p.added_score,
      p.reaction_counts,
      p.created_at,
      p.picture,
      p.imported_from is not null as imported,
      exists (
        select
          1
        from
          likes l
        where
          l.workspace_id = $1
          and l.post_id = p.id
          and l.user_id = $2
      ) as liked,
      array(
        select
          r.reaction
        from
          reactions r
        where
          r.workspace_id = $3
          and r.post_id = p.id
          and r.user_id = $4
      ) as reacted
    from
      posts p
    where
      p.workspace_id = $5
      and p.id in (
        select
          p.id
        from
          posts p
        where
          p.workspace_id = $6
          and p.id = $7
          and (
            not p.private
            or (
              "p"."from_id" = $8
              or $9 = any ("p"."to_ids")
            )
            or exists (
              select
                1
              from
                posts q
              where
                q.workspace_id = $10
                and q.id = p.parent_id
                and (
                  "q"."from_id" = $11
                  or $12 = any ("q"."to_ids")
                )
            )
            or exists (
              select
                1
              from
                post_readers pr
              where
                pr.workspace_id = $13
                and pr.user_id = $14
                and pr.post_id in (p.id, p.parent_id)
            )
          )
      )
      and p.deleted_at is null
  )
select
  (
    select
      json_agg(
        page
        order by
          id desc
      )
    from
      page
  ) as posts,
  (
    select
      json_agg(x)
    from
      (
        select
          u.id,
          u.first_name,
          u.last_name,
          u.email,
          u.job_title,
          u.state,
          u.demo,
          f.storage_key as avatar_key
        from
          users u
          left join files f on f.workspace_id = u.workspace_id
          and f.id = u.avatar_file_id
        where
          u.workspace_id = $15
          and u.id in (
            select
              from_id
            from
              page
            union
            select
              unnest(to_ids[1:50])
            from
              page
            union
            select
              $16::uuid
          )
      ) x
  ) as people,
  (
    select
      json_agg(x)
    from
      (
        select
          v.id,
          v.name,
          v.description,
          v.color,
          v.emoji,
          v.keywords,
          v.tag,
          v.is_default,
          v.retired_at
        from
          "values" v
        where
          v.workspace_id = $17
          and v.id in (
            select
              value_id
            from
              page
          )
      ) x
  ) as
values;
