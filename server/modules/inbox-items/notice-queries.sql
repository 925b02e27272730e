-- Printed by `npm run generate` for reading; do not edit.

-- addNotice
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'accepted'
  and not u.demo
  and $3 <> all (u.inbox_muted);
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "import_id",
    "created_at",
    "actor_ids",
    "actor_count"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9)
returning
  user_id;

-- addDecisionToInboxes
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'accepted'
  and not u.demo
  and $3 <> all (u.inbox_muted);
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "purchase_id",
    "created_at",
    "actor_ids",
    "actor_count"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9)
returning
  user_id;

-- addRequestToInboxes
select
  u.id
from
  permissions p
  join users u on u.workspace_id = p.workspace_id
  and u.id = p.user_id
where
  p.workspace_id = $1
  and p.rewards_administrator
  and u.id is distinct from $2::uuid
  and u.state = 'accepted'
  and not u.demo
  and $3 <> all (u.inbox_muted);
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "actor_ids",
    "actor_count",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (workspace_id, user_id)
where
  kind = 'purchase_requested' do update
set
  actor_ids = excluded.actor_ids,
  actor_count = excluded.actor_count,
  updated_at = excluded.updated_at,
  read_at = null
returning
  user_id;

-- addImportToInbox
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'accepted'
  and not u.demo
  and $3 <> all (u.inbox_muted);
insert into
  inbox_items as i (workspace_id, user_id, id, updated_at, "kind", "import_id", "created_at")
values
  ($1, $2, $3, $4, $5, $6, $7)
returning
  user_id;

-- addBudgetToInboxes
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'accepted'
  and not u.demo
  and $3 <> all (u.inbox_muted);
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "budget_id",
    "points",
    "period_end",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict (workspace_id, user_id, budget_id, period_end)
where
  kind = 'budget_ending' do nothing
returning
  user_id;

-- addEndingAllowances
select
  u.id
from
  users u
  join settings s on s.workspace_id = u.workspace_id
  join (
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
  ) l on l.user_id = u.id
  left join allowances a on a.workspace_id = u.workspace_id
  and a.user_id = u.id
  and a.period_start = $5
where
  u.workspace_id = $6
  and u.state = 'accepted'
  and not u.demo
  and $7 <> all (u.inbox_muted)
  and l.points_limit > coalesce(a.spent, 0)
  and not (
    u.away_from is not null
    and u.away_from <= ($8 at time zone coalesce(u.timezone, s.timezone))::date
    and coalesce(u.away_to >= ($9 at time zone coalesce(u.timezone, s.timezone))::date, true)
  );
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "period_start",
    "period_end",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (workspace_id, user_id, period_start)
where
  kind = 'allowance_ending' do nothing
returning
  user_id;
