-- Printed by `npm run generate` for reading; do not edit.

-- addCommentToInboxes
select
  u.id as user_id,
  i.id is not null
  and (
    select
      count(*)
    from
      (
        select
          c.user_id,
          c.created_at,
          c.id,
          c.mention_ids
        from
          comments c
        where
          c.workspace_id = $1
          and c.post_id = $2
      ) e
    where
      e.user_id = $3
      and e.created_at >= least(i.created_at, $4::timestamptz)
      and u.id <> all (e.mention_ids)
  ) > 1 as is_counted
from
  users u
  left join inbox_items i on i.workspace_id = u.workspace_id
  and i.user_id = u.id
  and i.kind = $5
  and i.post_id = $6
  and i.read_at is null
where
  u.workspace_id = $7
  and u.id in (
    (
      select
        unnest($8::uuid[])
      union
      select
        latest.user_id
      from
        (
          select
            c.user_id
          from
            comments c
          where
            c.workspace_id = $9
            and c.post_id = $10
          order by
            c.id desc
          limit
            200
        ) latest
    )
    except
    select
      unnest($11::uuid[])
  )
  and u.id <> $12
  and u.state = 'accepted'
  and not u.demo
  and $13 <> all (u.inbox_muted);
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "post_id",
    "comment_id",
    "actor_ids",
    "actor_count",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (workspace_id, user_id, kind, post_id)
where
  read_at is null
  and kind in ('comment', 'reaction') do update
set
  comment_id = excluded.comment_id,
  actor_ids = trim_array(
    (excluded.actor_ids || array_remove(i.actor_ids, $11)),
    greatest(cardinality((excluded.actor_ids || array_remove(i.actor_ids, $12))) - 10, 0)
  ),
  actor_count = i.actor_count + case
    when i.user_id = any ($13::uuid[]) then 0
    else 1
  end,
  created_at = least(i.created_at, excluded.created_at),
  updated_at = greatest(i.updated_at, excluded.updated_at)
returning
  user_id;

-- removeCommentFromInboxes
with
  item as materialized (
    select
      i.user_id,
      i.id,
      found.*
    from
      inbox_items i
      cross join lateral (
        select
          count(*)::int as people,
          trim_array(
            array_agg(
              x.user_id
              order by
                x.last_at desc
            ),
            greatest(count(*)::int - 10, 0)
          ) as actors,
          (
            array_agg(
              x.last_id
              order by
                x.last_at desc
            )
          ) [1] as last_id
        from
          (
            select
              e.user_id,
              max(e.created_at) as last_at,
              (
                array_agg(
                  e.id
                  order by
                    e.created_at desc
                )
              ) [1] as last_id
            from
              (
                select
                  c.user_id,
                  c.created_at,
                  c.id,
                  c.mention_ids
                from
                  comments c
                where
                  c.workspace_id = $1
                  and c.post_id = $2
              ) e
            where
              e.user_id <> i.user_id
              and i.user_id <> all (e.mention_ids)
              and (
                $3::uuid is null
                or e.id <> $4::uuid
              )
              and e.created_at between i.created_at and coalesce(i.read_at, 'infinity')
            group by
              e.user_id
          ) x
      ) found
    where
      i.workspace_id = $5
      and i.post_id = $6
      and i.kind = $7
      and $8::timestamptz between i.created_at and coalesce(i.read_at, 'infinity')
  ),
  gone as (
    delete from inbox_items i using item
    where
      i.workspace_id = $9
      and i.user_id = item.user_id
      and i.id = item.id
      and item.people = 0
    returning
      i.user_id
  ),
  kept as (
    update inbox_items i
    set
      actor_ids = item.actors,
      actor_count = item.people,
      comment_id = item.last_id
    from
      item
    where
      i.workspace_id = $10
      and i.user_id = item.user_id
      and i.id = item.id
      and item.people > 0
    returning
      i.user_id
  )
select
  user_id
from
  gone
union all
select
  user_id
from
  kept;

-- addReactionToInboxes
select
  u.id as user_id,
  i.id is not null
  and (
    select
      count(*)
    from
      (
        select
          l.user_id,
          l.created_at,
          null::uuid as id,
          '{}'::uuid[] as mention_ids
        from
          likes l
        where
          l.workspace_id = $1
          and l.post_id = $2
        union all
        select
          r.user_id,
          r.created_at,
          null,
          '{}'
        from
          reactions r
        where
          r.workspace_id = $3
          and r.post_id = $4
      ) e
    where
      e.user_id = $5
      and e.created_at >= least(i.created_at, $6::timestamptz)
      and u.id <> all (e.mention_ids)
  ) > 1 as is_counted
from
  users u
  left join inbox_items i on i.workspace_id = u.workspace_id
  and i.user_id = u.id
  and i.kind = $7
  and i.post_id = $8
  and i.read_at is null
where
  u.workspace_id = $9
  and u.id in (
    select
      unnest($10::uuid[])
  )
  and u.id <> $11
  and u.state = 'accepted'
  and not u.demo
  and $12 <> all (u.inbox_muted);
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "post_id",
    "comment_id",
    "actor_ids",
    "actor_count",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (workspace_id, user_id, kind, post_id)
where
  read_at is null
  and kind in ('comment', 'reaction') do update
set
  comment_id = excluded.comment_id,
  actor_ids = trim_array(
    (excluded.actor_ids || array_remove(i.actor_ids, $11)),
    greatest(cardinality((excluded.actor_ids || array_remove(i.actor_ids, $12))) - 10, 0)
  ),
  actor_count = i.actor_count + case
    when i.user_id = any ($13::uuid[]) then 0
    else 1
  end,
  created_at = least(i.created_at, excluded.created_at),
  updated_at = greatest(i.updated_at, excluded.updated_at)
returning
  user_id;

-- removeReactionFromInboxes
with
  item as materialized (
    select
      i.user_id,
      i.id,
      found.*
    from
      inbox_items i
      cross join lateral (
        select
          count(*)::int as people,
          trim_array(
            array_agg(
              x.user_id
              order by
                x.last_at desc
            ),
            greatest(count(*)::int - 10, 0)
          ) as actors,
          (
            array_agg(
              x.last_id
              order by
                x.last_at desc
            )
          ) [1] as last_id
        from
          (
            select
              e.user_id,
              max(e.created_at) as last_at,
              (
                array_agg(
                  e.id
                  order by
                    e.created_at desc
                )
              ) [1] as last_id
            from
              (
                select
                  l.user_id,
                  l.created_at,
                  null::uuid as id,
                  '{}'::uuid[] as mention_ids
                from
                  likes l
                where
                  l.workspace_id = $1
                  and l.post_id = $2
                union all
                select
                  r.user_id,
                  r.created_at,
                  null,
                  '{}'
                from
                  reactions r
                where
                  r.workspace_id = $3
                  and r.post_id = $4
              ) e
            where
              e.user_id <> i.user_id
              and i.user_id <> all (e.mention_ids)
              and (
                $5::uuid is null
                or e.id <> $6::uuid
              )
              and e.created_at between i.created_at and coalesce(i.read_at, 'infinity')
            group by
              e.user_id
          ) x
      ) found
    where
      i.workspace_id = $7
      and i.post_id = $8
      and i.kind = $9
      and $10::timestamptz between i.created_at and coalesce(i.read_at, 'infinity')
  ),
  gone as (
    delete from inbox_items i using item
    where
      i.workspace_id = $11
      and i.user_id = item.user_id
      and i.id = item.id
      and item.people = 0
    returning
      i.user_id
  ),
  kept as (
    update inbox_items i
    set
      actor_ids = item.actors,
      actor_count = item.people,
      comment_id = item.last_id
    from
      item
    where
      i.workspace_id = $12
      and i.user_id = item.user_id
      and i.id = item.id
      and item.people > 0
    returning
      i.user_id
  )
select
  user_id
from
  gone
union all
select
  user_id
from
  kept;

-- removePostsFromInboxes
delete from inbox_items
where
  workspace_id = $1
  and post_id = any ($2::uuid[])
returning
  user_id;
