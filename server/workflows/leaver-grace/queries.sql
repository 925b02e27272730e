-- Printed by `npm run generate` for reading; do not edit.

-- listDueLeavers
select
  *
from
  leavers_due ($1, $2);

-- findLeaverLocale
select
  coalesce(u.language, s.language) as language,
  coalesce(
    nullif(u.first_name, ''),
    coalesce(
      nullif(trim("u"."first_name" || ' ' || "u"."last_name"), ''),
      split_part("u"."email", '@', 1)
    )
  ) as first_name,
  coalesce(
    u.country,
    (
      select
        r.country
      from
        rewards r
      where
        r.workspace_id = u.workspace_id
        and r.type = 'automatic'
        and r.deleted_at is null
      order by
        r.id
      limit
        1
    )
  ) as country
from
  users u
  join settings s on s.workspace_id = u.workspace_id
where
  u.workspace_id = $1
  and u.id = $2;

-- insertPayoutReward
insert into
  "rewards" (
    "workspace_id",
    "id",
    "title",
    "price",
    "category",
    "type",
    "reward_type",
    "created_at",
    "deleted_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- listBadges
select
  v.id as value_id,
  v.name,
  v.emoji,
  count(*)::int as count,
  count(distinct p.from_id)::int as people,
  min(p.day)::text as first_day,
  max(p.day)::text as last_day
from
  post_recipients r
  join posts p on p.workspace_id = r.workspace_id
  and p.id = r.post_id
  join "values" v on v.workspace_id = p.workspace_id
  and v.id = p.value_id
where
  r.workspace_id = $1
  and r.user_id = $2
  and not r.deleted
  and p.from_id is not null
  and (
    $3::uuid is null
    or p.value_id = $4
  )
group by
  v.workspace_id,
  v.id
order by
  max(p.created_at) desc,
  v.id desc
limit
  $5;

-- listThanks
select
  f.first_name,
  f.last_name,
  f.email,
  v.name as value,
  p.score as points,
  p.description as text,
  p.created_at
from
  post_recipients r
  join posts p on p.workspace_id = r.workspace_id
  and p.id = r.post_id
  join users f on f.workspace_id = p.workspace_id
  and f.id = p.from_id
  join "values" v on v.workspace_id = p.workspace_id
  and v.id = p.value_id
where
  r.workspace_id = $1
  and r.user_id = $2
  and not r.deleted
order by
  r.post_id desc
limit
  $3;
