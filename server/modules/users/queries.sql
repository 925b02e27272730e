-- Printed by `npm run generate` for reading; do not edit.

-- selectUserId
select
  "id"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- userExists
select
  "id"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- selectUsers
select
  "users"."id",
  "users"."first_name",
  "users"."last_name",
  "users"."email",
  "users"."job_title",
  "users"."state",
  "users"."demo",
  "files"."storage_key" as "avatar_key",
  "users"."birth_date",
  "users"."hire_date",
  "users"."away_from",
  "users"."away_to",
  "users"."phone",
  "users"."language",
  "users"."created_at",
  "users"."invited_at",
  "users"."first_accepted_at",
  "users"."points_limit",
  "users"."points_limit_per_post",
  "users"."notify_points_received",
  "users"."notify_reward_redeemed",
  "users"."notify_reward_fulfilled",
  "users"."notify_weekly_digest",
  "users"."notify_points_left",
  "users"."notify_monthly_report",
  "users"."notify_awards",
  "users"."birthday_visibility",
  "users"."anniversary_visibility",
  "wallets"."balance",
  "allowances"."spent",
  "user_limits"."points_limit" as "effective_limit",
  "permissions"."global_administrator",
  "permissions"."account_administrator",
  "permissions"."rewards_administrator",
  "permissions"."billing_administrator"
from
  "users"
  left join "files" on "files"."workspace_id" = "users"."workspace_id"
  and "files"."id" = "users"."avatar_file_id"
  inner join "permissions" on "permissions"."workspace_id" = "users"."workspace_id"
  and "permissions"."user_id" = "users"."id"
  inner join "wallets" on "wallets"."workspace_id" = "users"."workspace_id"
  and "wallets"."user_id" = "users"."id"
  inner join (
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
  ) as "user_limits" on "user_limits"."user_id" = "users"."id"
  left join "allowances" on "allowances"."workspace_id" = "users"."workspace_id"
  and "allowances"."user_id" = "users"."id"
  and "allowances"."period_start" = $5
where
  "users"."workspace_id" = $6;

-- findUser
select
  "users"."id",
  "users"."first_name",
  "users"."last_name",
  "users"."email",
  "users"."job_title",
  "users"."state",
  "users"."demo",
  "files"."storage_key" as "avatar_key",
  "users"."birth_date",
  "users"."hire_date",
  "users"."away_from",
  "users"."away_to",
  "users"."phone",
  "users"."language",
  "users"."created_at",
  "users"."invited_at",
  "users"."first_accepted_at",
  "users"."points_limit",
  "users"."points_limit_per_post",
  "users"."notify_points_received",
  "users"."notify_reward_redeemed",
  "users"."notify_reward_fulfilled",
  "users"."notify_weekly_digest",
  "users"."notify_points_left",
  "users"."notify_monthly_report",
  "users"."notify_awards",
  "users"."birthday_visibility",
  "users"."anniversary_visibility",
  "wallets"."balance",
  "allowances"."spent",
  "user_limits"."points_limit" as "effective_limit",
  "permissions"."global_administrator",
  "permissions"."account_administrator",
  "permissions"."rewards_administrator",
  "permissions"."billing_administrator"
from
  "users"
  left join "files" on "files"."workspace_id" = "users"."workspace_id"
  and "files"."id" = "users"."avatar_file_id"
  inner join "permissions" on "permissions"."workspace_id" = "users"."workspace_id"
  and "permissions"."user_id" = "users"."id"
  inner join "wallets" on "wallets"."workspace_id" = "users"."workspace_id"
  and "wallets"."user_id" = "users"."id"
  inner join (
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
  ) as "user_limits" on "user_limits"."user_id" = "users"."id"
  left join "allowances" on "allowances"."workspace_id" = "users"."workspace_id"
  and "allowances"."user_id" = "users"."id"
  and "allowances"."period_start" = $5
where
  "users"."workspace_id" = $6
  and "users"."id" = $7
  and "users"."state" <> $8;

-- findUsers
select
  "users"."id",
  "users"."first_name",
  "users"."last_name",
  "users"."email",
  "users"."job_title",
  "users"."state",
  "users"."demo",
  "files"."storage_key" as "avatar_key",
  "users"."birth_date",
  "users"."hire_date",
  "users"."away_from",
  "users"."away_to",
  "users"."phone",
  "users"."language",
  "users"."created_at",
  "users"."invited_at",
  "users"."first_accepted_at",
  "users"."points_limit",
  "users"."points_limit_per_post",
  "users"."notify_points_received",
  "users"."notify_reward_redeemed",
  "users"."notify_reward_fulfilled",
  "users"."notify_weekly_digest",
  "users"."notify_points_left",
  "users"."notify_monthly_report",
  "users"."notify_awards",
  "users"."birthday_visibility",
  "users"."anniversary_visibility",
  "wallets"."balance",
  "allowances"."spent",
  "user_limits"."points_limit" as "effective_limit",
  "permissions"."global_administrator",
  "permissions"."account_administrator",
  "permissions"."rewards_administrator",
  "permissions"."billing_administrator"
from
  "users"
  left join "files" on "files"."workspace_id" = "users"."workspace_id"
  and "files"."id" = "users"."avatar_file_id"
  inner join "permissions" on "permissions"."workspace_id" = "users"."workspace_id"
  and "permissions"."user_id" = "users"."id"
  inner join "wallets" on "wallets"."workspace_id" = "users"."workspace_id"
  and "wallets"."user_id" = "users"."id"
  inner join (
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
  ) as "user_limits" on "user_limits"."user_id" = "users"."id"
  left join "allowances" on "allowances"."workspace_id" = "users"."workspace_id"
  and "allowances"."user_id" = "users"."id"
  and "allowances"."period_start" = $5
where
  "users"."workspace_id" = $6
  and users.id = any ($7::uuid[])
  and "users"."state" <> $8;

-- lockUser
select
  "id"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2
for no key update;

-- isCurrentUser
select
  "id"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2
  and "state" <> $3;

-- isEmailTaken
select
  "id"
from
  "users"
where
  "workspace_id" = $1
  and "email" = $2;

-- findAccountId
select
  "account_id"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- findUserName
select
  "first_name",
  "last_name"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- updateUserColumns
update "users"
set
  "phone" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- insertUser
insert into
  "users" (
    "workspace_id",
    "id",
    "account_id",
    "email",
    "first_name",
    "last_name",
    "state",
    "created_at",
    "job_title",
    "birth_date",
    "hire_date",
    "birthday_visibility",
    "demo",
    "language",
    "avatar_file_id",
    "points_limit",
    "points_limit_per_post",
    "checklist_dismissed_at",
    "invited_by",
    "invited_at",
    "accepted_at",
    "deleted_at"
  )
values
  (
    $1,
    $2,
    $3,
    $4,
    $5,
    $6,
    $7,
    $8,
    $9,
    $10,
    $11,
    $12,
    $13,
    $14,
    $15,
    $16,
    $17,
    $18,
    $19,
    $20,
    $21,
    $22
  );
