-- Printed by `npm run generate` for reading; do not edit.

-- listRecentRecipients
select
  r.user_id,
  max(p.created_at) as thanked_at
from
  (
    (
      select
        to_ids,
        created_at
      from
        posts
      where
        workspace_id = $1
        and from_id = $2
        and private = $3
        and not add_on
        and deleted_at is null
      order by
        id desc
      limit
        200
    )
    union all
    (
      select
        to_ids,
        created_at
      from
        posts
      where
        workspace_id = $4
        and from_id = $5
        and private = $6
        and not add_on
        and deleted_at is null
      order by
        id desc
      limit
        200
    )
  ) p
  cross join unnest(p.to_ids) as r (user_id)
where
  p.created_at >= $7
group by
  r.user_id;

-- findUnthankedDepartment
select
  g.id,
  g.name
from
  groups g
where
  g.workspace_id = $1
  and g.kind = 'department'
  and g.deleted_at is null
  and exists (
    select
      1
    from
      group_members m
      join users u on u.workspace_id = m.workspace_id
      and u.id = m.user_id
    where
      m.workspace_id = $2
      and m.group_id = g.id
      and m.left_at is null
      and u.state = 'accepted'
      and u.id <> $3
  )
  and not exists (
    select
      1
    from
      group_members m
    where
      m.workspace_id = $4
      and m.group_id = g.id
      and m.left_at is null
      and m.user_id = any ($5::uuid[])
  )
order by
  md5(g.id::text || $6)
limit
  1;
