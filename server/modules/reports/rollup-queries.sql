-- Printed by `npm run generate` for reading; do not edit.

-- findDifferences
(
  select
    $1 as table,
    "day"::text || ' ' || "user_id"::text || ' ' || "value_id"::text || ' ' || "private"::text as key,
    "t_given_points"::text || ' / ' || "t_given_posts"::text || ' / ' || "t_received_points"::text || ' / ' || "t_received_posts"::text as actual,
    "s_given_points"::text || ' / ' || "s_given_posts"::text || ' / ' || "s_received_points"::text || ' / ' || "s_received_posts"::text as expected
  from
    (
      select
        coalesce("s"."day", "t"."day") as "day",
        coalesce("s"."user_id", "t"."user_id") as "user_id",
        coalesce("s"."value_id", "t"."value_id") as "value_id",
        coalesce("s"."private", "t"."private") as "private",
        coalesce("s"."given_points", 0) as "s_given_points",
        coalesce("t"."given_points", 0) as "t_given_points",
        coalesce("s"."given_posts", 0) as "s_given_posts",
        coalesce("t"."given_posts", 0) as "t_given_posts",
        coalesce("s"."received_points", 0) as "s_received_points",
        coalesce("t"."received_points", 0) as "t_received_points",
        coalesce("s"."received_posts", 0) as "s_received_posts",
        coalesce("t"."received_posts", 0) as "t_received_posts"
      from
        (
          select
            "day",
            "user_id",
            "value_id",
            "private",
            sum("given_points") as "given_points",
            sum("given_posts") as "given_posts",
            sum("received_points") as "received_points",
            sum("received_posts") as "received_posts"
          from
            (
              select
                day,
                from_id as user_id,
                value_id,
                private,
                score::bigint * cardinality(to_ids) as given_points,
                1 as given_posts,
                0 as received_points,
                0 as received_posts
              from
                posts
              where
                workspace_id = $2
                and deleted_at is null
                and from_id is not null
                and counted
              union all
              select
                day,
                r,
                value_id,
                private,
                0,
                0,
                score,
                (from_id is not null)::int
              from
                posts,
                unnest(to_ids) r
              where
                workspace_id = $3
                and (
                  score > 0
                  or from_id is not null
                )
                and counted
                and (
                  deleted_at is null
                  or points_kept
                )
            ) parts
          group by
            "day",
            "user_id",
            "value_id",
            "private"
        ) s
        full join (
          select
            *
          from
            "daily_recognition"
          where
            workspace_id = $4
        ) t on "t"."day" = "s"."day"
        and "t"."user_id" = "s"."user_id"
        and "t"."value_id" = "s"."value_id"
        and "t"."private" = "s"."private"
      where
        coalesce("s"."given_points", 0) <> coalesce("t"."given_points", 0)
        or coalesce("s"."given_posts", 0) <> coalesce("t"."given_posts", 0)
        or coalesce("s"."received_points", 0) <> coalesce("t"."received_points", 0)
        or coalesce("s"."received_posts", 0) <> coalesce("t"."received_posts", 0)
    ) d
  order by
    key
  limit
    1000
)
union all
(
  select
    $5 as table,
    "user_id"::text || ' ' || "value_id"::text || ' ' || "private"::text as key,
    "t_given_points"::text || ' / ' || "t_given_posts"::text || ' / ' || "t_received_points"::text || ' / ' || "t_received_posts"::text as actual,
    "s_given_points"::text || ' / ' || "s_given_posts"::text || ' / ' || "s_received_points"::text || ' / ' || "s_received_posts"::text as expected
  from
    (
      select
        coalesce("s"."user_id", "t"."user_id") as "user_id",
        coalesce("s"."value_id", "t"."value_id") as "value_id",
        coalesce("s"."private", "t"."private") as "private",
        coalesce("s"."given_points", 0) as "s_given_points",
        coalesce("t"."given_points", 0) as "t_given_points",
        coalesce("s"."given_posts", 0) as "s_given_posts",
        coalesce("t"."given_posts", 0) as "t_given_posts",
        coalesce("s"."received_points", 0) as "s_received_points",
        coalesce("t"."received_points", 0) as "t_received_points",
        coalesce("s"."received_posts", 0) as "s_received_posts",
        coalesce("t"."received_posts", 0) as "t_received_posts"
      from
        (
          select
            "user_id",
            "value_id",
            "private",
            sum("given_points") as "given_points",
            sum("given_posts") as "given_posts",
            sum("received_points") as "received_points",
            sum("received_posts") as "received_posts"
          from
            (
              select
                day,
                from_id as user_id,
                value_id,
                private,
                score::bigint * cardinality(to_ids) as given_points,
                1 as given_posts,
                0 as received_points,
                0 as received_posts
              from
                posts
              where
                workspace_id = $6
                and deleted_at is null
                and from_id is not null
                and counted
              union all
              select
                day,
                r,
                value_id,
                private,
                0,
                0,
                score,
                (from_id is not null)::int
              from
                posts,
                unnest(to_ids) r
              where
                workspace_id = $7
                and (
                  score > 0
                  or from_id is not null
                )
                and counted
                and (
                  deleted_at is null
                  or points_kept
                )
            ) parts
          group by
            "user_id",
            "value_id",
            "private"
        ) s
        full join (
          select
            *
          from
            "total_recognition"
          where
            workspace_id = $8
        ) t on "t"."user_id" = "s"."user_id"
        and "t"."value_id" = "s"."value_id"
        and "t"."private" = "s"."private"
      where
        coalesce("s"."given_points", 0) <> coalesce("t"."given_points", 0)
        or coalesce("s"."given_posts", 0) <> coalesce("t"."given_posts", 0)
        or coalesce("s"."received_points", 0) <> coalesce("t"."received_points", 0)
        or coalesce("s"."received_posts", 0) <> coalesce("t"."received_posts", 0)
    ) d
  order by
    key
  limit
    1000
)
union all
(
  select
    $9 as table,
    "day"::text || ' ' || "user_id"::text as key,
    "t_points"::text || ' / ' || "t_purchases"::text as actual,
    "s_points"::text || ' / ' || "s_purchases"::text as expected
  from
    (
      select
        coalesce("s"."day", "t"."day") as "day",
        coalesce("s"."user_id", "t"."user_id") as "user_id",
        coalesce("s"."points", 0) as "s_points",
        coalesce("t"."points", 0) as "t_points",
        coalesce("s"."purchases", 0) as "s_purchases",
        coalesce("t"."purchases", 0) as "t_purchases"
      from
        (
          select
            day,
            user_id,
            sum(amount) as points,
            count(*) as purchases
          from
            contributions
          where
            workspace_id = $10
            and status <> 'declined'
          group by
            1,
            2
        ) s
        full join (
          select
            *
          from
            "daily_redemptions"
          where
            workspace_id = $11
        ) t on "t"."day" = "s"."day"
        and "t"."user_id" = "s"."user_id"
      where
        coalesce("s"."points", 0) <> coalesce("t"."points", 0)
        or coalesce("s"."purchases", 0) <> coalesce("t"."purchases", 0)
    ) d
  order by
    key
  limit
    1000
)
union all
(
  select
    $12 as table,
    "day"::text || ' ' || "user_id"::text as key,
    "t_given_points"::text || ' / ' || "t_private_given_points"::text || ' / ' || "t_received_points"::text || ' / ' || "t_private_received_points"::text || ' / ' || "t_given_posts"::text || ' / ' || "t_received_posts"::text || ' / ' || "t_purchases"::text || ' / ' || "t_last_received_day"::text as actual,
    "s_given_points"::text || ' / ' || "s_private_given_points"::text || ' / ' || "s_received_points"::text || ' / ' || "s_private_received_points"::text || ' / ' || "s_given_posts"::text || ' / ' || "s_received_posts"::text || ' / ' || "s_purchases"::text || ' / ' || "s_last_received_day"::text as expected
  from
    (
      select
        coalesce("s"."day", "t"."day") as "day",
        coalesce("s"."user_id", "t"."user_id") as "user_id",
        coalesce("s"."given_points", 0) as "s_given_points",
        coalesce("t"."given_points", 0) as "t_given_points",
        coalesce("s"."private_given_points", 0) as "s_private_given_points",
        coalesce("t"."private_given_points", 0) as "t_private_given_points",
        coalesce("s"."received_points", 0) as "s_received_points",
        coalesce("t"."received_points", 0) as "t_received_points",
        coalesce("s"."private_received_points", 0) as "s_private_received_points",
        coalesce("t"."private_received_points", 0) as "t_private_received_points",
        coalesce("s"."given_posts", 0) as "s_given_posts",
        coalesce("t"."given_posts", 0) as "t_given_posts",
        coalesce("s"."received_posts", 0) as "s_received_posts",
        coalesce("t"."received_posts", 0) as "t_received_posts",
        coalesce("s"."purchases", 0) as "s_purchases",
        coalesce("t"."purchases", 0) as "t_purchases",
        coalesce("s"."last_received_day", 0) as "s_last_received_day",
        coalesce("t"."last_received_day", 0) as "t_last_received_day"
      from
        (
          with
            snapshots as materialized (
              select
                day,
                lag(day, 1, '-infinity') over (
                  order by
                    day
                ) as after
              from
                report_snapshots
              where
                workspace_id = $13
            ),
            parts as materialized (
              select
                day,
                user_id,
                sum("given_points") as "given_points",
                sum("private_given_points") as "private_given_points",
                sum("received_points") as "received_points",
                sum("private_received_points") as "private_received_points",
                sum("given_posts") as "given_posts",
                sum("received_posts") as "received_posts",
                sum("purchases") as "purchases",
                max(last_received_day) as last_received_day
              from
                (
                  select
                    s.day,
                    d.user_id,
                    d.given_points * (not d.private)::int as given_points,
                    d.given_points * d.private::int as private_given_points,
                    d.received_points * (not d.private)::int as received_points,
                    d.received_points * d.private::int as private_received_points,
                    d.given_posts,
                    d.received_posts,
                    0 as purchases,
                    case
                      when d.received_posts > 0 then d.day
                    end as last_received_day
                  from
                    snapshots s
                    join daily_recognition d on d.workspace_id = $14
                    and d.day > s.after
                    and d.day <= s.day
                  union all
                  select
                    s.day,
                    d.user_id,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    d.purchases,
                    null
                  from
                    snapshots s
                    join daily_redemptions d on d.workspace_id = $15
                    and d.day > s.after
                    and d.day <= s.day
                ) rows
              group by
                1,
                2
            )
          select
            s.day,
            u.user_id,
            sum(p."given_points") over running as "given_points",
            sum(p."private_given_points") over running as "private_given_points",
            sum(p."received_points") over running as "received_points",
            sum(p."private_received_points") over running as "private_received_points",
            sum(p."given_posts") over running as "given_posts",
            sum(p."received_posts") over running as "received_posts",
            sum(p."purchases") over running as "purchases",
            (max(p.last_received_day) over running - date '2000-01-01') as last_received_day
          from
            snapshots s
            cross join (
              select distinct
                user_id
              from
                parts
            ) u
            left join parts p on p.day = s.day
            and p.user_id = u.user_id
          window
            running as (
              partition by
                u.user_id
              order by
                s.day
            )
        ) s
        full join (
          select
            day,
            user_id,
            "given_points",
            "private_given_points",
            "received_points",
            "private_received_points",
            "given_posts",
            "received_posts",
            "purchases",
            (last_received_day - date '2000-01-01') as last_received_day
          from
            user_snapshots
          where
            workspace_id = $16
        ) t on "t"."day" = "s"."day"
        and "t"."user_id" = "s"."user_id"
      where
        coalesce("s"."given_points", 0) <> coalesce("t"."given_points", 0)
        or coalesce("s"."private_given_points", 0) <> coalesce("t"."private_given_points", 0)
        or coalesce("s"."received_points", 0) <> coalesce("t"."received_points", 0)
        or coalesce("s"."private_received_points", 0) <> coalesce("t"."private_received_points", 0)
        or coalesce("s"."given_posts", 0) <> coalesce("t"."given_posts", 0)
        or coalesce("s"."received_posts", 0) <> coalesce("t"."received_posts", 0)
        or coalesce("s"."purchases", 0) <> coalesce("t"."purchases", 0)
        or coalesce("s"."last_received_day", 0) <> coalesce("t"."last_received_day", 0)
    ) d
  order by
    key
  limit
    1000
)
union all
(
  select
    $17 as table,
    "day"::text as key,
    "t_granted"::text || ' / ' || "t_spent"::text || ' / ' || "t_active"::text as actual,
    "s_granted"::text || ' / ' || "s_spent"::text || ' / ' || "s_active"::text as expected
  from
    (
      select
        coalesce("s"."day", "t"."day") as "day",
        coalesce("s"."granted", 0) as "s_granted",
        coalesce("t"."granted", 0) as "t_granted",
        coalesce("s"."spent", 0) as "s_spent",
        coalesce("t"."spent", 0) as "t_spent",
        coalesce("s"."active", 0) as "s_active",
        coalesce("t"."active", 0) as "t_active"
      from
        (
          select
            day,
            sum(granted) as granted,
            sum(spent) as spent,
            count(distinct user_id) as active
          from
            (
              select
                day,
                user_id,
                given_points as granted,
                0 as spent
              from
                daily_recognition
              where
                workspace_id = $18
                and day <= (
                  select
                    max(day)
                  from
                    report_snapshots
                  where
                    workspace_id = $19
                )
                and (
                  given_posts > 0
                  or received_posts > 0
                )
              union all
              select
                day,
                user_id,
                0,
                points
              from
                daily_redemptions
              where
                workspace_id = $20
                and day <= (
                  select
                    max(day)
                  from
                    report_snapshots
                  where
                    workspace_id = $21
                )
                and purchases > 0
            ) acts
          group by
            1
        ) s
        full join (
          select
            *
          from
            "daily_totals"
          where
            workspace_id = $22
        ) t on "t"."day" = "s"."day"
      where
        coalesce("s"."granted", 0) <> coalesce("t"."granted", 0)
        or coalesce("s"."spent", 0) <> coalesce("t"."spent", 0)
        or coalesce("s"."active", 0) <> coalesce("t"."active", 0)
    ) d
  order by
    key
  limit
    1000
)
union all
(
  select
    $23 as table,
    "day"::text || ' ' || "value_id"::text || ' ' || "private"::text as key,
    "t_points"::text || ' / ' || "t_posts"::text as actual,
    "s_points"::text || ' / ' || "s_posts"::text as expected
  from
    (
      select
        coalesce("s"."day", "t"."day") as "day",
        coalesce("s"."value_id", "t"."value_id") as "value_id",
        coalesce("s"."private", "t"."private") as "private",
        coalesce("s"."points", 0) as "s_points",
        coalesce("t"."points", 0) as "t_points",
        coalesce("s"."posts", 0) as "s_posts",
        coalesce("t"."posts", 0) as "t_posts"
      from
        (
          select
            day,
            value_id,
            private,
            sum(received_points) as points,
            sum(given_posts) as posts
          from
            daily_recognition
          where
            workspace_id = $24
            and day <= (
              select
                max(day)
              from
                report_snapshots
              where
                workspace_id = $25
            )
          group by
            1,
            2,
            3
        ) s
        full join (
          select
            *
          from
            "daily_values"
          where
            workspace_id = $26
        ) t on "t"."day" = "s"."day"
        and "t"."value_id" = "s"."value_id"
        and "t"."private" = "s"."private"
      where
        coalesce("s"."points", 0) <> coalesce("t"."points", 0)
        or coalesce("s"."posts", 0) <> coalesce("t"."posts", 0)
    ) d
  order by
    key
  limit
    1000
)
union all
(
  select
    $27 as table,
    "month"::text || ' ' || "value_id"::text || ' ' || "private"::text as key,
    "t_points"::text || ' / ' || "t_posts"::text as actual,
    "s_points"::text || ' / ' || "s_posts"::text as expected
  from
    (
      select
        coalesce("s"."month", "t"."month") as "month",
        coalesce("s"."value_id", "t"."value_id") as "value_id",
        coalesce("s"."private", "t"."private") as "private",
        coalesce("s"."points", 0) as "s_points",
        coalesce("t"."points", 0) as "t_points",
        coalesce("s"."posts", 0) as "s_posts",
        coalesce("t"."posts", 0) as "t_posts"
      from
        (
          select
            date_trunc('month', day::timestamp)::date as month,
            value_id,
            private,
            sum(received_points) as points,
            sum(given_posts) as posts
          from
            daily_recognition
          where
            workspace_id = $28
            and day <= (
              select
                max(day)
              from
                report_snapshots
              where
                workspace_id = $29
            )
          group by
            1,
            2,
            3
        ) s
        full join (
          select
            *
          from
            "monthly_values"
          where
            workspace_id = $30
        ) t on "t"."month" = "s"."month"
        and "t"."value_id" = "s"."value_id"
        and "t"."private" = "s"."private"
      where
        coalesce("s"."points", 0) <> coalesce("t"."points", 0)
        or coalesce("s"."posts", 0) <> coalesce("t"."posts", 0)
    ) d
  order by
    key
  limit
    1000
)
union all
(
  select
    $31 as table,
    "day"::text || ' ' || "reward_id"::text as key,
    "t_purchases"::text || ' / ' || "t_points"::text as actual,
    "s_purchases"::text || ' / ' || "s_points"::text as expected
  from
    (
      select
        coalesce("s"."day", "t"."day") as "day",
        coalesce("s"."reward_id", "t"."reward_id") as "reward_id",
        coalesce("s"."purchases", 0) as "s_purchases",
        coalesce("t"."purchases", 0) as "t_purchases",
        coalesce("s"."points", 0) as "s_points",
        coalesce("t"."points", 0) as "t_points"
      from
        (
          select
            (p.created_at at time zone 'UTC')::date as day,
            p.reward_id,
            count(distinct p.id) as purchases,
            coalesce(sum(c.amount), 0) as points
          from
            purchases p
            left join contributions c on c.workspace_id = p.workspace_id
            and c.purchase_id = p.id
            and c.status <> 'declined'
          where
            p.workspace_id = $32
            and p.status <> 'declined'
            and (p.created_at at time zone 'UTC')::date <= (
              select
                max(day)
              from
                report_snapshots
              where
                workspace_id = $33
            )
          group by
            1,
            2
        ) s
        full join (
          select
            *
          from
            "daily_rewards"
          where
            workspace_id = $34
        ) t on "t"."day" = "s"."day"
        and "t"."reward_id" = "s"."reward_id"
      where
        coalesce("s"."purchases", 0) <> coalesce("t"."purchases", 0)
        or coalesce("s"."points", 0) <> coalesce("t"."points", 0)
    ) d
  order by
    key
  limit
    1000
)
union all
(
  select
    $35 as table,
    "from_id"::text || ' ' || "to_id"::text || ' ' || "month"::text as key,
    "t_score"::text || ' / ' || "t_posts"::text || ' / ' || "t_rank_score"::text || ' / ' || "t_rank_posts"::text as actual,
    "s_score"::text || ' / ' || "s_posts"::text || ' / ' || "s_rank_score"::text || ' / ' || "s_rank_posts"::text as expected
  from
    (
      select
        coalesce("s"."from_id", "t"."from_id") as "from_id",
        coalesce("s"."to_id", "t"."to_id") as "to_id",
        coalesce("s"."month", "t"."month") as "month",
        coalesce("s"."score", 0) as "s_score",
        coalesce("t"."score", 0) as "t_score",
        coalesce("s"."posts", 0) as "s_posts",
        coalesce("t"."posts", 0) as "t_posts",
        coalesce("s"."rank_score", 0) as "s_rank_score",
        coalesce("t"."rank_score", 0) as "t_rank_score",
        coalesce("s"."rank_posts", 0) as "s_rank_posts",
        coalesce("t"."rank_posts", 0) as "t_rank_posts"
      from
        (
          select
            from_id,
            to_id,
            month,
            sum(score) as score,
            sum(posts) as posts,
            - sum(sum(score)) over ranked as rank_score,
            - sum(sum(posts)) over ranked as rank_posts
          from
            (
              select
                from_id,
                r as to_id,
                date_trunc('month', day::timestamp)::date as month,
                score::bigint as score,
                1 as posts
              from
                posts,
                unnest(to_ids) r
              where
                workspace_id = $36
                and deleted_at is null
                and from_id is not null
                and counted
                and day <= (
                  select
                    summed_until
                  from
                    pair_sum_teams
                  where
                    workspace_id = $37
                )
              union all
              select
                from_id,
                to_id,
                month,
                0,
                0
              from
                pair_sums
              where
                workspace_id = $38
            ) parts
          group by
            from_id,
            to_id,
            month
          window
            ranked as (
              partition by
                from_id,
                to_id
              order by
                month range between interval '4 months' preceding
                and current row
            )
        ) s
        full join (
          select
            *
          from
            "pair_sums"
          where
            workspace_id = $39
        ) t on "t"."from_id" = "s"."from_id"
        and "t"."to_id" = "s"."to_id"
        and "t"."month" = "s"."month"
      where
        coalesce("s"."score", 0) <> coalesce("t"."score", 0)
        or coalesce("s"."posts", 0) <> coalesce("t"."posts", 0)
        or coalesce("s"."rank_score", 0) <> coalesce("t"."rank_score", 0)
        or coalesce("s"."rank_posts", 0) <> coalesce("t"."rank_posts", 0)
    ) d
  order by
    key
  limit
    1000
);

-- lockRollupSources
select
  1
from
  "values"
where
  workspace_id = $1
order by
  id
for update;
select
  1
from
  workspaces
where
  id = $1
for update;

-- repairRollup
insert into
  "daily_recognition" (
    workspace_id,
    "day",
    "user_id",
    "value_id",
    "private",
    "given_points",
    "given_posts",
    "received_points",
    "received_posts"
  )
select
  $1::uuid,
  "day",
  "user_id",
  "value_id",
  "private",
  "s_given_points",
  "s_given_posts",
  "s_received_points",
  "s_received_posts"
from
  (
    select
      coalesce("s"."day", "t"."day") as "day",
      coalesce("s"."user_id", "t"."user_id") as "user_id",
      coalesce("s"."value_id", "t"."value_id") as "value_id",
      coalesce("s"."private", "t"."private") as "private",
      coalesce("s"."given_points", 0) as "s_given_points",
      coalesce("t"."given_points", 0) as "t_given_points",
      coalesce("s"."given_posts", 0) as "s_given_posts",
      coalesce("t"."given_posts", 0) as "t_given_posts",
      coalesce("s"."received_points", 0) as "s_received_points",
      coalesce("t"."received_points", 0) as "t_received_points",
      coalesce("s"."received_posts", 0) as "s_received_posts",
      coalesce("t"."received_posts", 0) as "t_received_posts"
    from
      (
        select
          "day",
          "user_id",
          "value_id",
          "private",
          sum("given_points") as "given_points",
          sum("given_posts") as "given_posts",
          sum("received_points") as "received_points",
          sum("received_posts") as "received_posts"
        from
          (
            select
              day,
              from_id as user_id,
              value_id,
              private,
              score::bigint * cardinality(to_ids) as given_points,
              1 as given_posts,
              0 as received_points,
              0 as received_posts
            from
              posts
            where
              workspace_id = $2
              and deleted_at is null
              and from_id is not null
              and counted
            union all
            select
              day,
              r,
              value_id,
              private,
              0,
              0,
              score,
              (from_id is not null)::int
            from
              posts,
              unnest(to_ids) r
            where
              workspace_id = $3
              and (
                score > 0
                or from_id is not null
              )
              and counted
              and (
                deleted_at is null
                or points_kept
              )
          ) parts
        group by
          "day",
          "user_id",
          "value_id",
          "private"
      ) s
      full join (
        select
          *
        from
          "daily_recognition"
        where
          workspace_id = $4
      ) t on "t"."day" = "s"."day"
      and "t"."user_id" = "s"."user_id"
      and "t"."value_id" = "s"."value_id"
      and "t"."private" = "s"."private"
    where
      coalesce("s"."given_points", 0) <> coalesce("t"."given_points", 0)
      or coalesce("s"."given_posts", 0) <> coalesce("t"."given_posts", 0)
      or coalesce("s"."received_points", 0) <> coalesce("t"."received_points", 0)
      or coalesce("s"."received_posts", 0) <> coalesce("t"."received_posts", 0)
  ) d
on conflict (workspace_id, "day", "user_id", "value_id", "private") do update
set
  "given_points" = "excluded"."given_points",
  "given_posts" = "excluded"."given_posts",
  "received_points" = "excluded"."received_points",
  "received_posts" = "excluded"."received_posts";
