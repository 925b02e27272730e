-- Printed by `npm run generate` for reading; do not edit.

-- listDigestPosts
select
  p.from_id,
  p.to_ids[1] as to_id,
  cardinality(p.to_ids) - 1 as more,
  p.description,
  v.color
from
  posts p
  join "values" v on v.workspace_id = p.workspace_id
  and v.id = p.value_id
where
  p.workspace_id = $1
  and p.id = any ($2::uuid[])
  and p.deleted_at is null
  and not p.private
order by
  array_position($3::uuid[], p.id);

-- findOwnWeek
select
  coalesce(sum(received_posts), 0)::int as thanks,
  (
    coalesce(sum(received_points), 0) - (
      select
        coalesce(sum(score), 0)
      from
        posts
      where
        workspace_id = $1
        and from_id is null
        and $2 = any (to_ids)
        and day between $3::date and $4::date
        and (
          deleted_at is null
          or points_kept
        )
    )
  )::int as points
from
  daily_recognition
where
  workspace_id = $5
  and user_id = $6
  and day between $7::date and $8::date;

-- findPointsLeft
select
  l.points_limit - coalesce(a.spent, 0)::int as points
from
  (
    select
      u.workspace_id,
      u.id as user_id,
      case
        when u.points_limit is not null then u.points_limit
        when r.id is null then s.points_limit
        else r.points_limit + r.extra_per_report * l.reports
      end as points_limit,
      coalesce(u.points_limit_per_post, r.points_limit_per_post, s.points_limit_per_post) as points_limit_per_post,
      case
        when u.points_limit is not null then 'own'
        when r.id is null then 'team'
        else 'rule'
      end as source,
      r.name as rule_name,
      r.points_limit as rule_limit,
      r.extra_per_report,
      l.reports
    from
      users u
      join settings s on s.workspace_id = $1
      left join allowance_rules r on r.workspace_id = $2
      and r.id = u.allowance_rule_id
      left join lateral (
        select
          count(*)::integer as reports
        from
          users d
        where
          d.workspace_id = $3
          and d.manager_id = u.id
          and d.state in ('pending', 'accepted')
          and r.extra_per_report > 0
      ) l on true
    where
      u.workspace_id = $4
  ) l
  left join allowances a on a.workspace_id = $5
  and a.user_id = l.user_id
  and a.period_start = $6
where
  l.user_id = $7;
