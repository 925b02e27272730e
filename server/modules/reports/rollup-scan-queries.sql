-- Printed by `npm run generate` for reading; do not edit.

-- storedRows
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
  workspace_id = $1;

-- expectedRows
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
      workspace_id = $1
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
          join daily_recognition d on d.workspace_id = $2
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
          join daily_redemptions d on d.workspace_id = $3
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
  );
