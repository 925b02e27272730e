-- Printed by `npm run generate` for reading; do not edit.

-- buildCommentPageQuery
with
  post as materialized (
    select
      p.id
    from
      posts p
    where
      p.workspace_id = $1
      and p.id = $2
      and p.deleted_at is null
      and not p.add_on
      and (
        not p.private
        or (
          "p"."from_id" = $3
          or $4 = any ("p"."to_ids")
        )
        or exists (
          select
            1
          from
            posts q
          where
            q.workspace_id = $5
            and q.id = p.parent_id
            and (
              "q"."from_id" = $6
              or $7 = any ("q"."to_ids")
            )
        )
        or exists (
          select
            1
          from
            post_readers pr
          where
            pr.workspace_id = $8
            and pr.user_id = $9
            and pr.post_id in (p.id, p.parent_id)
        )
      )
  ),
  page as materialized (
    select
      *
    from
      (
        (
          select
            p.id,
            'add_on' as kind,
            p.from_id,
            p.description as text,
            p.score,
            p.created_at,
            null::timestamptz as edited_at,
            '{}'::uuid[] as mention_ids,
            '{}'::text[] as mention_names
          from
            posts p,
            post
          where
            p.workspace_id = $10
            and p.parent_id = post.id
            and p.deleted_at is null
            and "p"."id" < $11
          order by
            p.id desc
          limit
            21
        )
        union all
        (
          select
            c.id,
            'comment',
            c.user_id,
            c.text,
            null,
            c.created_at,
            c.edited_at,
            c.mention_ids,
            c.mention_names
          from
            comments c,
            post
          where
            c.workspace_id = $12
            and c.post_id = post.id
            and "c"."id" < $13
          order by
            c.id desc
          limit
            21
        )
      ) both_kinds
    order by
      id desc
    limit
      21
  )
select
  exists (
    select
      1
    from
      post
  ) as "exists",
  (
    select
      json_agg(
        page
        order by
          id desc
      )
    from
      page
  ) as rows,
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
          u.workspace_id = $14
          and u.id in (
            select
              from_id
            from
              page
            union
            select
              unnest(mention_ids)
            from
              page
          )
      ) x
  ) as people;

-- buildReactorsQuery
with
  post as materialized (
    select
      p.id,
      p.like_count,
      p.reaction_counts
    from
      posts p
    where
      p.workspace_id = $1
      and p.id = $2
      and p.deleted_at is null
      and not p.add_on
      and (
        not p.private
        or (
          "p"."from_id" = $3
          or $4 = any ("p"."to_ids")
        )
        or exists (
          select
            1
          from
            posts q
          where
            q.workspace_id = $5
            and q.id = p.parent_id
            and (
              "q"."from_id" = $6
              or $7 = any ("q"."to_ids")
            )
        )
        or exists (
          select
            1
          from
            post_readers pr
          where
            pr.workspace_id = $8
            and pr.user_id = $9
            and pr.post_id in (p.id, p.parent_id)
        )
      )
  ),
  page as materialized (
    select
      r.user_id,
      r.created_at
    from
      reactions r
    where
      r.workspace_id = $10
      and r.post_id = (
        select
          id
        from
          post
      )
      and r.reaction = $11
    order by
      (user_id = $12) desc,
      created_at desc,
      user_id
    limit
      $13
  )
select
  coalesce((post.reaction_counts ->> $14)::int, 0) as count,
  (
    select
      json_agg(
        user_id
        order by
          (user_id = $15) desc,
          created_at desc,
          user_id
      )
    from
      page
  ) as ids,
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
              user_id
            from
              page
          )
      ) x
  ) as people
from
  post;

-- lockComment
select
  *
from
  "comments"
where
  "workspace_id" = $1
  and "id" = $2
  and "post_id" = $3
for no key update;

-- addToCommentCount
update "posts"
set
  "comment_count" = "comment_count" + $1
where
  "workspace_id" = $2
  and "id" = $3;

-- insertComments
insert into
  "comments" ("id", "user_id", "text", "created_at", "workspace_id", "post_id")
values
  ($1, $2, $3, $4, $5, $6);

-- updateComment
update "comments"
set
  "text" = $1,
  "mention_ids" = $2,
  "mention_names" = $3,
  "edited_at" = $4
where
  "workspace_id" = $5
  and "id" = $6;

-- deleteCommentRow
delete from "comments"
where
  "workspace_id" = $1
  and "id" = $2;

-- insertReactions
insert into
  "reactions" ("user_id", "reaction", "created_at", "workspace_id", "post_id")
values
  ($1, $2, $3, $4, $5)
on conflict do nothing;

-- listReactionsOf
select
  "reaction"
from
  "reactions"
where
  "workspace_id" = $1
  and "post_id" = $2
  and "user_id" = $3;

-- deleteReaction
delete from "reactions"
where
  "workspace_id" = $1
  and "post_id" = $2
  and "user_id" = $3
  and "reaction" = $4
returning
  "created_at";

-- setReactionCounts
update "posts"
set
  "reaction_counts" = $1
where
  "workspace_id" = $2
  and "id" = $3;
