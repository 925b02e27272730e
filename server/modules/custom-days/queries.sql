-- Printed by `npm run generate` for reading; do not edit.

-- listDayRows
select
  d.id,
  d.name,
  d.date,
  d.yearly,
  d.hour,
  d.audience,
  d.text,
  d.points,
  d.budget_id,
  d.value_id,
  d.enabled,
  d.next_on,
  d.next_at,
  d.awaits_budget,
  b.name as budget_name,
  to_jsonb(p) as last
from
  custom_days d
  left join budgets b on b.workspace_id = d.workspace_id
  and b.id = d.budget_id
  left join lateral (
    select
      p.state,
      p.reason,
      p.people,
      p.points,
      p.posted_at
    from
      custom_day_posts p
    where
      p.workspace_id = $1
      and p.day_id = d.id
    order by
      p.year desc
    limit
      1
  ) p on true
where
  d.workspace_id = $2
order by
  d.next_on nulls last,
  d.id desc
limit
  $3;

-- lockDay
select
  d.id,
  d.name,
  d.date,
  d.yearly,
  d.hour,
  d.audience,
  d.text,
  d.points,
  d.budget_id,
  d.value_id,
  d.enabled,
  d.next_on,
  d.next_at,
  d.awaits_budget
from
  custom_days d
where
  d.workspace_id = $1
  and d.id = $2
for update;

-- countDays
select
  count(*)::int as count
from
  custom_days
where
  workspace_id = $1;

-- insertDay
insert into
  "custom_days" (
    "workspace_id",
    "id",
    "name",
    "date",
    "yearly",
    "hour",
    "audience",
    "text",
    "points",
    "enabled",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- updateDayColumns
update "custom_days"
set
  "name" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- deleteDayRow
delete from "custom_days"
where
  "workspace_id" = $1
  and "id" = $2;

-- findLastYear
select
  max(year)::int as year
from
  custom_day_posts
where
  workspace_id = $1
  and day_id = $2
  and state = 'posted';

-- moveDaysToTimezone
update custom_days
set
  next_at = (next_on + make_interval(hours => hour)) at time zone $1
where
  workspace_id = $2
  and next_on is not null;

-- countCelebrated
select
  array[
    (
      select
        count(*)::int
      from
        (
          select
          from
            users u
          where
            u.workspace_id = $1
            and u.state = 'accepted'
            and not u.demo
            and not (
              u.away_from is not null
              and u.away_from <= $2::date
              and coalesce(u.away_to >= $3::date, true)
            )
            and (u.country = any ($4::text[]))
          limit
            $5
        ) x
    ),
    (
      select
        count(*)::int
      from
        (
          select
          from
            users u
          where
            u.workspace_id = $6
            and u.state = 'accepted'
            and not u.demo
            and not (
              u.away_from is not null
              and u.away_from <= $7::date
              and coalesce(u.away_to >= $8::date, true)
            )
            and true
          limit
            $9
        ) x
    )
  ] as counts;

-- listCelebrated
select
  u.id,
  u.first_name,
  u.last_name,
  u.email
from
  users u
where
  u.workspace_id = $1
  and u.state = 'accepted'
  and not u.demo
  and not (
    u.away_from is not null
    and u.away_from <= $2::date
    and coalesce(u.away_to >= $3::date, true)
  )
  and (u.country = any ($4::text[]))
order by
  lower(u.first_name || ' ' || u.last_name),
  u.id
limit
  $5;

-- listDueDays
select
  *
from
  custom_days_due ($1, $2);

-- lockDueDay
select
  d.id,
  d.name,
  d.date,
  d.yearly,
  d.hour,
  d.audience,
  d.text,
  d.points,
  d.budget_id,
  d.value_id,
  d.enabled,
  d.next_on,
  d.next_at,
  d.awaits_budget,
  (
    select
      w.name
    from
      workspaces w
    where
      w.id = $1
  ) as team
from
  custom_days d
where
  d.workspace_id = $2
  and d.id = $3
  and d.next_at <= $4
for update of
  d skip locked;

-- insertDayPost
delete from "custom_day_posts"
where
  "workspace_id" = $1
  and "day_id" = $2
  and "year" = $3
  and "state" = $4;
insert into
  "custom_day_posts" ("workspace_id", "day_id", "year", "state", "people", "points", "posted_at")
values
  ($1, $2, $3, $4, $5, $6, $7);
