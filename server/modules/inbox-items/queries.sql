-- Printed by `npm run generate` for reading; do not edit.

-- addCommentToInboxes
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    kind,
    post_id,
    comment_id,
    actor_ids,
    actor_count,
    created_at,
    updated_at
  )
select
  u.workspace_id,
  u.id,
  gen_random_uuid(),
  $1,
  $2::uuid,
  $3::uuid,
  array[$4::uuid],
  1,
  $5::timestamptz,
  $6::timestamptz
from
  users u
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
  and $13 <> all (u.inbox_muted)
order by
  u.id
on conflict (workspace_id, user_id, kind, post_id)
where
  read_at is null
  and kind in ('comment', 'reaction') do update
set
  comment_id = excluded.comment_id,
  actor_ids = (excluded.actor_ids || array_remove(i.actor_ids, $14)) [1:10],
  actor_count = i.actor_count + (
    case
      when (
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
              c.workspace_id = $15
              and c.post_id = $16
          ) e
        where
          e.user_id = $17
          and e.created_at >= i.created_at
          and i.user_id <> all (e.mention_ids)
      ) > 1 then 0
      else 1
    end
  ),
  created_at = least(i.created_at, excluded.created_at),
  updated_at = greatest(i.updated_at, excluded.updated_at)
returning
  i.user_id;

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
          array_agg(
            x.user_id
            order by
              x.last_at desc
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
      actor_ids = item.actors[1:10],
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
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    kind,
    post_id,
    comment_id,
    actor_ids,
    actor_count,
    created_at,
    updated_at
  )
select
  u.workspace_id,
  u.id,
  gen_random_uuid(),
  $1,
  $2::uuid,
  $3::uuid,
  array[$4::uuid],
  1,
  $5::timestamptz,
  $6::timestamptz
from
  users u
where
  u.workspace_id = $7
  and u.id in (
    select
      unnest($8::uuid[])
  )
  and u.id <> $9
  and u.state = 'accepted'
  and not u.demo
  and $10 <> all (u.inbox_muted)
order by
  u.id
on conflict (workspace_id, user_id, kind, post_id)
where
  read_at is null
  and kind in ('comment', 'reaction') do update
set
  comment_id = excluded.comment_id,
  actor_ids = (excluded.actor_ids || array_remove(i.actor_ids, $11)) [1:10],
  actor_count = i.actor_count + (
    case
      when (
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
              l.workspace_id = $12
              and l.post_id = $13
            union all
            select
              r.user_id,
              r.created_at,
              null,
              '{}'
            from
              reactions r
            where
              r.workspace_id = $14
              and r.post_id = $15
          ) e
        where
          e.user_id = $16
          and e.created_at >= i.created_at
          and i.user_id <> all (e.mention_ids)
      ) > 1 then 0
      else 1
    end
  ),
  created_at = least(i.created_at, excluded.created_at),
  updated_at = greatest(i.updated_at, excluded.updated_at)
returning
  i.user_id;

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
          array_agg(
            x.user_id
            order by
              x.last_at desc
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
      actor_ids = item.actors[1:10],
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

-- addDecisionToInboxes
insert into
  inbox_items (
    workspace_id,
    user_id,
    id,
    kind,
    purchase_id,
    actor_ids,
    actor_count,
    created_at,
    updated_at
  )
select
  u.workspace_id,
  u.id,
  gen_random_uuid(),
  'purchase_decided',
  $1::uuid,
  array_remove(array[$2::uuid], null),
  num_nonnulls ($3::uuid),
  $4::timestamptz,
  $5::timestamptz
from
  users u
where
  u.workspace_id = $6
  and u.id = any ($7::uuid[])
  and u.id is distinct from $8::uuid
  and u.state = 'accepted'
  and not u.demo
  and $9 <> all (u.inbox_muted)
returning
  user_id;

-- addRequestToInboxes
insert into
  inbox_items as i (workspace_id, user_id, id, kind, actor_ids, actor_count, created_at, updated_at)
select
  u.workspace_id,
  u.id,
  gen_random_uuid(),
  'purchase_requested',
  array_remove(array[$1::uuid], null),
  num_nonnulls ($2::uuid),
  $3::timestamptz,
  $4::timestamptz
from
  permissions p
  join users u on u.workspace_id = p.workspace_id
  and u.id = p.user_id
where
  p.workspace_id = $5
  and p.rewards_administrator
  and u.id is distinct from $6::uuid
  and u.state = 'accepted'
  and not u.demo
  and $7 <> all (u.inbox_muted)
order by
  u.id
on conflict (workspace_id, user_id)
where
  kind = 'purchase_requested' do update
set
  actor_ids = excluded.actor_ids,
  actor_count = excluded.actor_count,
  updated_at = excluded.updated_at,
  read_at = null
returning
  i.user_id;

-- addImportToInbox
insert into
  inbox_items (workspace_id, user_id, id, kind, import_id, created_at, updated_at)
select
  u.workspace_id,
  u.id,
  gen_random_uuid(),
  'import_finished',
  $1::uuid,
  $2::timestamptz,
  $3::timestamptz
from
  users u
where
  u.workspace_id = $4
  and u.id = $5
  and u.state = 'accepted'
  and not u.demo
  and $6 <> all (u.inbox_muted)
returning
  user_id;

-- addEndingAllowances
insert into
  inbox_items (
    workspace_id,
    user_id,
    id,
    kind,
    period_start,
    period_end,
    created_at,
    updated_at
  )
select
  u.workspace_id,
  u.id,
  gen_random_uuid(),
  'allowance_ending',
  $1::timestamptz,
  $2::timestamptz,
  $3::timestamptz,
  $4::timestamptz
from
  users u
  join settings s on s.workspace_id = u.workspace_id
  left join allowances a on a.workspace_id = u.workspace_id
  and a.user_id = u.id
  and a.period_start = $5
where
  u.workspace_id = $6
  and u.state = 'accepted'
  and not u.demo
  and $7 <> all (u.inbox_muted)
  and coalesce(u.points_limit, s.points_limit) > coalesce(a.spent, 0)
on conflict (workspace_id, user_id, period_start)
where
  kind = 'allowance_ending' do nothing
returning
  user_id;
