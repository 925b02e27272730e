-- Printed by `npm run generate` for reading; do not edit.

-- listPlanRows
select
  *
from
  "plans"
where
  "workspace_id" = $1
order by
  "id" desc
limit
  $2;

-- insertPlan
insert into
  "plans" (
    "workspace_id",
    "id",
    "name",
    "people",
    "allowance",
    "period",
    "use_percent",
    "celebration_points",
    "award_points",
    "bonus_points",
    "gift_card_percent",
    "currency",
    "hundred_points_minor",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14);

-- updatePlanColumns
update "plans"
set
  "name" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- deletePlanRow
delete from "plans"
where
  "workspace_id" = $1
  and "id" = $2;

-- sumAllowances
select
  count(*)::int as people,
  coalesce(sum(l.points_limit), 0)::float8 as allowance,
  (
    count(*) filter (
      where
        l.points_limit is null
    )
  )::int as unlimited
from
  users u
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
where
  u.workspace_id = $5
  and u.state = 'accepted';

-- sumYearPoints
select
  (
    select
      coalesce(sum(granted), 0)
    from
      daily_totals
    where
      workspace_id = $1
      and day between $2::date and $3::date
  ) + (
    select
      coalesce(sum(given_points), 0)
    from
      daily_recognition
    where
      workspace_id = $4
      and day between $5::date and $6::date
      and day > $7::date
  ) - (
    select
      coalesce(sum(given_points), 0)
    from
      history_days
    where
      workspace_id = $8
      and day between $9::date and $10::date
  ) - (
    select
      coalesce(sum(score * cardinality(to_ids)), 0)
    from
      posts
    where
      workspace_id = $11
      and budget_id is not null
      and from_id is not null
      and deleted_at is null
      and day between $12::date and $13::date
  ) as given,
  (
    select
      coalesce(sum(score * cardinality(to_ids)), 0)
    from
      posts
    where
      workspace_id = $14
      and from_id is null
      and deleted_at is null
      and day between $15::date and $16::date
      and occasion ->> 'kind' in ('award', 'nomination')
  ) as awarded,
  (
    select
      coalesce(sum(points_paid), 0)
    from
      bonuses
    where
      workspace_id = $17
      and paid_at >= $18::date
  ) as bonuses,
  redeemed,
  gift_cards
from
  (
    select
      coalesce(sum(price), 0) as redeemed,
      coalesce(
        sum(price) filter (
          where
            type = 'automatic'
        ),
        0
      ) as gift_cards
    from
      purchases
    where
      workspace_id = $19
      and status = 'fulfilled'
      and status_changed_at >= $20::date
  ) p;
