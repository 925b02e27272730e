-- Printed by `npm run generate` for reading; do not edit.

-- selectPeopleJson
select
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
          and u.id in ($2)
      ) x
  ) as people;

-- visibleTo
select
  p.id
from
  posts p
where
  (
    not p.private
    or (
      "p"."from_id" = $1
      or $2 = any ("p"."to_ids")
    )
    or exists (
      select
        1
      from
        posts q
      where
        q.workspace_id = $3
        and q.id = p.parent_id
        and (
          "q"."from_id" = $4
          or $5 = any ("q"."to_ids")
        )
    )
    or exists (
      select
        1
      from
        post_readers pr
      where
        pr.workspace_id = $6
        and pr.user_id = $7
        and pr.post_id in (p.id, p.parent_id)
    )
  );

-- isPostReader
select
  "user_id"
from
  "post_readers"
where
  "workspace_id" = $1
  and "user_id" = $2
  and "post_id" = $3;

-- lockRootPost
select
  *
from
  "posts"
where
  "workspace_id" = $1
  and "id" = $2
  and "deleted_at" is null
for no key update;

-- lockPostThread
select
  "parent_id"
from
  "posts"
where
  "workspace_id" = $1
  and "id" = $2;
select
  *
from
  "posts"
where
  "workspace_id" = $1
  and "id" = $2
  and "deleted_at" is null
for no key update;
select
  *
from
  "posts"
where
  "workspace_id" = $1
  and "parent_id" = $2
  and "deleted_at" is null
order by
  "id"
for no key update;

-- markPostsDeleted
update "posts"
set
  "deleted_at" = $1,
  "deleted_by" = $2,
  "points_kept" = $3
  and from_id is null,
  "picture" = $4,
  "picture_file_id" = $5
where
  "workspace_id" = $6
  and "id" in ($7);

-- subtractAddOn
update "posts"
set
  "add_on_count" = "add_on_count" - $1,
  "added_score" = "added_score" - $2
where
  "workspace_id" = $3
  and "id" = $4;

-- addToRollups
select
  rollup_posts ($1, $2::uuid[], $3, $4);

-- findValueName
select
  "name"
from
  "values"
where
  "workspace_id" = $1
  and "id" = $2
  and "retired_at" is null;

-- setPostsValue
update "posts"
set
  "value_id" = $1
where
  "workspace_id" = $2
  and "id" in ($3);

-- insertLikes
insert into
  "likes" ("workspace_id", "post_id", "user_id", "created_at")
values
  ($1, $2, $3, $4)
on conflict do nothing;

-- deleteLike
delete from "likes"
where
  "workspace_id" = $1
  and "post_id" = $2
  and "user_id" = $3
returning
  "created_at";

-- countWaitingPictures
select
  count(*)::int as count
from
  files f
where
  f.workspace_id = $1
  and f.created_by = $2
  and f.kind = 'post'
  and f.created_at > $3
  and not exists (
    select
      1
    from
      posts p
    where
      p.workspace_id = $4
      and p.picture_file_id = f.id
  );

-- findPictureKey
select
  f.storage_key
from
  posts p
  join files f on f.workspace_id = p.workspace_id
  and f.id = p.picture_file_id
where
  p.workspace_id = $1
  and p.id = $2
  and p.deleted_at is null
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
  );

-- setLikeCount
update "posts"
set
  "like_count" = $1
where
  "workspace_id" = $2
  and "id" = $3;
