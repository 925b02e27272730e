-- Printed by `npm run generate` for reading; do not edit.

-- listUserPositions
select
  users.id,
  coalesce(given.points, 0) as sort_key,
  lower(users.first_name || ' ' || users.last_name) as sort_name
from
  users
  left join (
    select
      user_id,
      sum(given_points)::float8 as points
    from
      daily_recognition
    where
      workspace_id = $1
      and day >= $2::date
    group by
      user_id
  ) given on given.user_id = users.id
where
  users.workspace_id = $3
  and (
    (
      case "users"."state"
        when 'pending' then 0
        when 'accepted' then 1
        when 'deactivated' then 2
        else 3
      end
    ) = $4
    and users.state <> 'deleted'
    and (
      lower(users.first_name || ' ' || users.last_name) like lower($5::text)
      or users.email like lower($6::text)
    )
    and exists (
      select
      from
        permissions p
      where
        p.workspace_id = $7
        and p.user_id = users.id
        and (
          "p"."global_administrator"
          or "p"."account_administrator"
          or "p"."rewards_administrator"
          or "p"."billing_administrator"
        )
    )
    and (
      users.state = 'pending'
      and users.invited_at < $8
    )
    and users.id in (
      with recursive
        below as (
          select
            id as root_id,
            id,
            1 as level
          from
            groups
          where
            workspace_id = $9
            and id = any ($10::uuid[])
            and deleted_at is null
          union all
          select
            below.root_id,
            g.id,
            below.level + 1
          from
            below
            join groups g on g.workspace_id = $11
            and g.parent_id = below.id
          where
            g.deleted_at is null
        )
      select
        m.user_id
      from
        below
        join group_members m on m.workspace_id = $12
        and m.group_id = below.id
        and m.left_at is null
    )
    and users.first_accepted_at is null
  )
  and (
    coalesce(given.points, 0) < $13::float8
    or (
      coalesce(given.points, 0) = $14::float8
      and (lower(users.first_name || ' ' || users.last_name), users.id) > ($15, $16::uuid)
    )
  )
order by
  coalesce(given.points, 0) desc,
  lower(users.first_name || ' ' || users.last_name),
  users.id
limit
  $17;

-- listUserIds
select
  users.id,
  coalesce(
    extract(
      epoch
      from
        seen.at
    )::float8,
    case
      when users.first_accepted_at is null then -1
      else 0
    end
  ) as sort_key,
  lower(users.first_name || ' ' || users.last_name) as sort_name
from
  users
  left join (
    select
      user_id,
      max(seen_at) as at
    from
      sessions
    where
      workspace_id = $1
      and kind = 'session'
    group by
      user_id
  ) seen on seen.user_id = users.id
where
  users.workspace_id = $2
  and (
    (
      case "users"."state"
        when 'pending' then 0
        when 'accepted' then 1
        when 'deactivated' then 2
        else 3
      end
    ) = $3
    and users.state <> 'deleted'
    and (
      lower(users.first_name || ' ' || users.last_name) like lower($4::text)
      or users.email like lower($5::text)
    )
    and exists (
      select
      from
        permissions p
      where
        p.workspace_id = $6
        and p.user_id = users.id
        and (
          "p"."global_administrator"
          or "p"."account_administrator"
          or "p"."rewards_administrator"
          or "p"."billing_administrator"
        )
    )
    and (
      users.state = 'pending'
      and users.invited_at < $7
    )
    and users.id in (
      with recursive
        below as (
          select
            id as root_id,
            id,
            1 as level
          from
            groups
          where
            workspace_id = $8
            and id = any ($9::uuid[])
            and deleted_at is null
          union all
          select
            below.root_id,
            g.id,
            below.level + 1
          from
            below
            join groups g on g.workspace_id = $10
            and g.parent_id = below.id
          where
            g.deleted_at is null
        )
      select
        m.user_id
      from
        below
        join group_members m on m.workspace_id = $11
        and m.group_id = below.id
        and m.left_at is null
    )
    and users.first_accepted_at is null
  )
order by
  coalesce(
    extract(
      epoch
      from
        seen.at
    )::float8,
    case
      when users.first_accepted_at is null then -1
      else 0
    end
  ) asc,
  lower(users.first_name || ' ' || users.last_name),
  users.id
limit
  $12;

-- listActivity
select
  users.id,
  users.first_accepted_at,
  coalesce(given.points, 0)::int as given
from
  users
  left join lateral (
    select
      sum(given_points) as points
    from
      daily_recognition
    where
      workspace_id = $1
      and user_id = users.id
      and day >= $2::date
  ) given on true
where
  users.workspace_id = $3
  and users.id = any ($4::uuid[]);
select
  user_id,
  max(seen_at) as at
from
  sessions
where
  workspace_id = $1
  and user_id = any ($2::uuid[])
  and kind = 'session'
group by
  user_id;

-- countUsersByState
select
  users.state,
  count(*)::int as n
from
  users
where
  users.workspace_id = $1
  and (
    (
      case "users"."state"
        when 'pending' then 0
        when 'accepted' then 1
        when 'deactivated' then 2
        else 3
      end
    ) < 3
    and users.state <> 'deleted'
    and (
      lower(users.first_name || ' ' || users.last_name) like lower($2::text)
      or users.email like lower($3::text)
    )
    and exists (
      select
      from
        permissions p
      where
        p.workspace_id = $4
        and p.user_id = users.id
        and (
          "p"."global_administrator"
          or "p"."account_administrator"
          or "p"."rewards_administrator"
          or "p"."billing_administrator"
        )
    )
    and (
      users.state = 'pending'
      and users.invited_at < $5
    )
    and users.id in (
      with recursive
        below as (
          select
            id as root_id,
            id,
            1 as level
          from
            groups
          where
            workspace_id = $6
            and id = any ($7::uuid[])
            and deleted_at is null
          union all
          select
            below.root_id,
            g.id,
            below.level + 1
          from
            below
            join groups g on g.workspace_id = $8
            and g.parent_id = below.id
          where
            g.deleted_at is null
        )
      select
        m.user_id
      from
        below
        join group_members m on m.workspace_id = $9
        and m.group_id = below.id
        and m.left_at is null
    )
    and users.first_accepted_at is null
  )
group by
  users.state;
