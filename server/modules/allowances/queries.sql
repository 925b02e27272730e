-- Printed by `npm run generate` for reading; do not edit.

-- listRules
select
  r.id,
  r.name,
  r.audience,
  r.points_limit,
  r.points_limit_per_post,
  r.extra_per_report,
  r.created_at,
  s.timezone
from
  allowance_rules r
  join settings s on s.workspace_id = r.workspace_id
where
  r.workspace_id = $1
order by
  r.position,
  r.id;

-- setRules
update users
set
  allowance_rule_id = chosen.rule_id
from
  (
    select
      u.id,
      case
        when u.state not in ('pending', 'accepted') then null
        when (
          (
            exists (
              select
              from
                users d
              where
                d.workspace_id = $1
                and d.manager_id = u.id
                and d.state in ('pending', 'accepted')
            )
            or exists (
              select
              from
                group_owners o
                join groups g on g.workspace_id = $2
                and g.id = o.group_id
              where
                o.workspace_id = $3
                and o.user_id = u.id
                and g.deleted_at is null
            )
          )
        ) then $4::uuid
      end as rule_id
    from
      users u
    where
      u.workspace_id = $5
      and (
        u.id = any ($6::uuid[])
        or u.id in (
          select
            manager_id
          from
            users
          where
            workspace_id = $7
            and id = any ($8::uuid[])
        )
        or u.allowance_rule_id = any ($9::uuid[])
      )
  ) chosen
where
  users.workspace_id = $10
  and users.id = chosen.id
  and users.allowance_rule_id is distinct from chosen.rule_id;

-- findUserLimits
select
  l.points_limit,
  l.points_limit_per_post,
  l.source,
  l.rule_name,
  l.rule_limit,
  l.extra_per_report,
  l.reports,
  coalesce(a.spent, 0)::int as spent
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
