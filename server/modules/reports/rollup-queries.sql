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
              union all
              select
                day,
                r,
                value_id,
                private,
                0,
                0,
                score,
                1
              from
                posts,
                unnest(to_ids) r
              where
                workspace_id = $3
                and deleted_at is null
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
              union all
              select
                day,
                r,
                value_id,
                private,
                0,
                0,
                score,
                1
              from
                posts,
                unnest(to_ids) r
              where
                workspace_id = $7
                and deleted_at is null
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
            union all
            select
              day,
              r,
              value_id,
              private,
              0,
              0,
              score,
              1
            from
              posts,
              unnest(to_ids) r
            where
              workspace_id = $3
              and deleted_at is null
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

-- setStatementTimeout
set
  local statement_timeout = 900000;
