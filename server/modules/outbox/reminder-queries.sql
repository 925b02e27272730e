-- Printed by `npm run generate` for reading; do not edit.

-- listDueDigests
select
  workspace_id,
  week::text
from
  weekly_digests_due ($1, $2);

-- claimDigestWeek
update settings
set
  digest_week = $1::date
where
  workspace_id = $2
  and digest_week is distinct from $3::date
returning
  1;

-- findDigestFacts
with
  week as (
    select
      id,
      like_count
    from
      posts
    where
      workspace_id = $1
      and id >= $2
      and id < $3
      and day between $4::date and $5::date
      and not private
      and deleted_at is null
      and not add_on
      and not demo
      and from_id is not null
      and imported_from is null
  )
select
  count(*)::int as thanks,
  array(
    select
      id
    from
      week
    order by
      like_count desc,
      id desc
    limit
      $6
  ) as post_ids
from
  week;

-- insertDigestMails
select
  u.id as user_id,
  u.email,
  coalesce(u.language, s.language) as language
from
  users u
  join settings s on s.workspace_id = u.workspace_id
where
  u.workspace_id = $1
  and u.state = 'accepted'
  and u.email <> ''
  and not u.demo
  and u.notify_weekly_digest
  and s.notify_weekly_digest;
insert into
  "outbox" (
    "workspace_id",
    "id",
    "kind",
    "to_address",
    "language",
    "params",
    "user_id",
    "next_at",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- claimPointsLeftPeriod
update settings
set
  points_left_period = $1::timestamptz
where
  workspace_id = $2
  and notify_points_left
  and points_left_period is distinct from $3::timestamptz
returning
  1;

-- insertPointsLeftMails
select
  u.id as user_id,
  u.email,
  coalesce(u.language, s.language) as language
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
  and u.email <> ''
  and not u.demo
  and u.notify_points_left
  and s.notify_points_left
  and l.points_limit > coalesce(a.spent, 0)
  and not (
    u.away_from is not null
    and u.away_from <= ($7 at time zone coalesce(u.timezone, s.timezone))::date
    and coalesce(u.away_to >= ($8 at time zone coalesce(u.timezone, s.timezone))::date, true)
  );
insert into
  "outbox" (
    "workspace_id",
    "id",
    "kind",
    "to_address",
    "language",
    "params",
    "user_id",
    "next_at",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- listDueReports
select
  workspace_id,
  month::text
from
  monthly_reports_due ($1, $2);

-- claimReportMonth
update settings
set
  report_month = $1::date
where
  workspace_id = $2
  and report_month is distinct from $3::date
returning
  1;

-- insertReportMails
select
  u.id as user_id,
  u.email,
  coalesce(u.language, s.language) as language,
  p.global_administrator,
  p.account_administrator,
  p.rewards_administrator,
  p.billing_administrator
from
  users u
  join settings s on s.workspace_id = u.workspace_id
  join permissions p on p.workspace_id = u.workspace_id
  and p.user_id = u.id
where
  u.workspace_id = $1
  and u.state = 'accepted'
  and u.email <> ''
  and not u.demo
  and u.notify_monthly_report
  and s.notify_monthly_report;
insert into
  "outbox" (
    "workspace_id",
    "id",
    "kind",
    "to_address",
    "language",
    "params",
    "user_id",
    "next_at",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9);
