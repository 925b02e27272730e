-- Printed by `npm run generate` for reading; do not edit.

-- countReports
select
  manager_id as id,
  count(*)::int as n
from
  users
where
  workspace_id = $1
  and manager_id = any ($2::uuid[])
  and state in ('pending', 'accepted')
group by
  manager_id;

-- listReports
select
  u.id,
  lower(u.first_name || ' ' || u.last_name) as sort_name
from
  users u
where
  u.workspace_id = $1
  and u.manager_id = $2
  and u.state in ('pending', 'accepted')
  and (lower(u.first_name || ' ' || u.last_name), u.id) > ($3, $4::uuid)
order by
  lower(u.first_name || ' ' || u.last_name),
  u.id
limit
  $5;

-- listTopManagers
select
  u.id,
  lower(u.first_name || ' ' || u.last_name) as sort_name
from
  users u
  left join users m on m.workspace_id = u.workspace_id
  and m.id = u.manager_id
where
  u.workspace_id = $1
  and u.state in ('pending', 'accepted')
  and (
    m.id is null
    or m.state not in ('pending', 'accepted')
  )
  and exists (
    select
    from
      users r
    where
      r.workspace_id = $2
      and r.manager_id = u.id
      and r.state in ('pending', 'accepted')
  )
  and (lower(u.first_name || ' ' || u.last_name), u.id) > ($3, $4::uuid)
order by
  lower(u.first_name || ' ' || u.last_name),
  u.id
limit
  $5;

-- listTeam
with recursive
  team as (
    select
      id
    from
      users
    where
      workspace_id = $1
      and manager_id = $2
    union
    select
      u.id
    from
      team
      join users u on u.workspace_id = $3
      and u.manager_id = team.id
  ),
  page as (
    select
      u.id,
      lower(u.first_name || ' ' || u.last_name) as sort_name,
      u.away_from,
      u.away_to,
      u.first_accepted_at
    from
      team
      join users u on u.workspace_id = $4
      and u.id = team.id
    where
      u.state in ('pending', 'accepted')
      and (lower(u.first_name || ' ' || u.last_name), u.id) > ($5, $6::uuid)
      and not exists (
        select
        from
          daily_recognition d
        where
          d.workspace_id = $7
          and d.user_id = u.id
          and d.day >= $8::date
          and d.received_posts > 0
          and not d.private
      )
    order by
      lower(u.first_name || ' ' || u.last_name),
      u.id
    limit
      $9
  )
select
  page.id,
  page.sort_name,
  page.away_from,
  page.away_to,
  page.first_accepted_at,
  (
    select
      max(d.day)::text
    from
      daily_recognition d
    where
      d.workspace_id = $10
      and d.user_id = page.id
      and d.received_posts > 0
      and not d.private
  ) as last_thanked_on
from
  page
order by
  page.sort_name,
  page.id;

-- countTeam
with recursive
  team as (
    select
      id
    from
      users
    where
      workspace_id = $1
      and manager_id = $2
    union
    select
      u.id
    from
      team
      join users u on u.workspace_id = $3
      and u.manager_id = team.id
  )
select
  count(*)::int as total,
  count(*) filter (
    where
      not exists (
        select
        from
          daily_recognition d
        where
          d.workspace_id = $4
          and d.user_id = u.id
          and d.day >= $5::date
          and d.received_posts > 0
          and not d.private
      )
  )::int as unthanked
from
  team
  join users u on u.workspace_id = $6
  and u.id = team.id
where
  u.state in ('pending', 'accepted');

-- listTeamMembersAmong
with recursive
  team as (
    select
      id
    from
      users
    where
      workspace_id = $1
      and manager_id = $2
    union
    select
      u.id
    from
      team
      join users u on u.workspace_id = $3
      and u.manager_id = team.id
  )
select
  id
from
  team
where
  id = any ($4::uuid[]);

-- listTeamValues
with recursive
  team as (
    select
      id
    from
      users
    where
      workspace_id = $1
      and manager_id = $2
    union
    select
      u.id
    from
      team
      join users u on u.workspace_id = $3
      and u.manager_id = team.id
  )
select
  v.id,
  v.name,
  v.emoji,
  sum(d.received_posts)::int as posts
from
  team
  join daily_recognition d on d.workspace_id = $4
  and d.user_id = team.id
  join "values" v on v.workspace_id = $5
  and v.id = d.value_id
where
  d.day >= $6::date
  and not d.private
  and d.received_posts > 0
group by
  v.id,
  v.name,
  v.emoji
order by
  posts desc,
  v.name,
  v.id;
