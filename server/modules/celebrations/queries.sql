-- Printed by `npm run generate` for reading; do not edit.

-- listRules
select
  *
from
  "celebration_rules"
where
  "workspace_id" = $1;

-- upsertRule
insert into
  "celebration_rules" (
    "workspace_id",
    "kind",
    "enabled",
    "audience",
    "budget_id",
    "value_id",
    "points",
    "points_by_year",
    "visibility",
    "hour",
    "weekends",
    "card",
    "texts",
    "planned_until"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
on conflict ("workspace_id", "kind") do update
set
  "enabled" = $15,
  "audience" = $16,
  "budget_id" = $17,
  "value_id" = $18,
  "points" = $19,
  "points_by_year" = $20,
  "visibility" = $21,
  "hour" = $22,
  "weekends" = $23,
  "card" = $24,
  "texts" = $25,
  "planned_until" = $26;

-- setPlannedUntil
update "celebration_rules"
set
  "planned_until" = $1
where
  "workspace_id" = $2;

-- planCelebrations
insert into
  celebrations as c (workspace_id, kind, user_id, year, day, due_at)
select
  $1,
  $2,
  o.id,
  extract(
    year
    from
      o.day
  ),
  o.day,
  (
    (
      o.day - greatest(
        extract(
          isodow
          from
            o.day
        )::int - 5,
        0
      )
    ) + make_interval(hours => $3)
  ) at time zone o.zone
from
  (
    select
      u.*,
      d.day,
      (
        extract(
          year
          from
            d.day
        ) - extract(
          year
          from
            u.hire_date
        )
      )::int as years,
      coalesce(u.timezone, s.timezone) as zone,
      (
        u.away_from is not null
        and u.away_from <= d.day
        and coalesce(u.away_to >= d.day, true)
      ) as is_away,
      coalesce(u.anniversary_visibility, 'everyone') as shown
    from
      (
        select
          *
        from
          unnest($4::date[], $5::smallint[]) as d (day, month_day)
      ) d
      join users u on u.workspace_id = $6
      and u.hire_day = d.month_day
      and u.state = 'accepted'
      and (
        extract(
          year
          from
            d.day
        ) - extract(
          year
          from
            u.hire_date
        )
      )::int >= 1
      and not u.demo
      join settings s on s.workspace_id = $7
    where
      coalesce(u.anniversary_visibility, 'everyone') <> 'nothing'
      and (u.country = any ($8::text[]))
  ) o
where
  o.day >= ($9 at time zone o.zone)::date
  and not o.is_away
on conflict (workspace_id, kind, user_id, year) do update
set
  day = excluded.day,
  due_at = excluded.due_at
where
  c.state = 'planned'
  and (
    c.day <> excluded.day
    or c.due_at <> excluded.due_at
  );

-- listWorkspacesToPlan
select
  workspace_id
from
  celebrations_to_plan ($1, $2);

-- listDueCelebrations
select
  *
from
  celebrations_due ($1, $2);

-- lockPlannedCelebration
select
  *
from
  "celebrations"
where
  (
    "workspace_id" = $1
    and "kind" = $2
    and "user_id" = $3
    and "year" = $4
  )
  and "state" = $5
for update
  skip locked;

-- updateCelebration
update "celebrations"
set
  "state" = $1,
  "post_id" = $2
where
  (
    "workspace_id" = $3
    and "kind" = $4
    and "user_id" = $5
    and "year" = $6
  );

-- insertSkippedCelebration
insert into
  "celebrations" ("workspace_id", "kind", "user_id", "year", "day", "due_at", "state")
values
  ($1, $2, $3, $4, $5, $6, $7);

-- deleteCelebration
delete from "celebrations"
where
  (
    "workspace_id" = $1
    and "kind" = $2
    and "user_id" = $3
    and "year" = $4
  );

-- findCelebratedPerson
select
  u.id,
  u.first_name,
  u.last_name,
  u.email,
  u.state,
  u.manager_id,
  (
    select
      coalesce(
        nullif(trim("m"."first_name" || ' ' || "m"."last_name"), ''),
        split_part("m"."email", '@', 1)
      )
    from
      users m
    where
      m.workspace_id = $1
      and m.id = u.manager_id
      and m.state = 'accepted'
  ) as manager_name,
  coalesce(u.language, s.language) as language,
  s.language as team_language,
  (
    select
      w.name
    from
      workspaces w
    where
      w.id = $2
  ) as team,
  s.timezone as team_timezone,
  extract(
    year
    from
      u.hire_date
  )::int as hired_year,
  coalesce(u.timezone, s.timezone) as timezone,
  (
    u.away_from is not null
    and u.away_from <= $3::date
    and coalesce(u.away_to >= $4::date, true)
  ) as is_away,
  (
    case
      when s.birthdays = 'off' then 'nothing'
      else coalesce(
        u.birthday_visibility,
        case s.birthdays
          when 'opt_out' then 'everyone'
          else 'nothing'
        end
      )
    end
  ) as shown,
  (u.country = any ($5::text[])) as is_in_audience
from
  users u
  join settings s on s.workspace_id = $6
where
  u.workspace_id = $7
  and u.id = $8
  and "u"."birth_day" = any ($9::smallint[]);

-- listCloseColleagues
select
  id
from
  users
where
  workspace_id = $1
  and state = 'accepted'
  and id <> $2
  and (
    id = $3
    or manager_id = $4
    or manager_id = $5
  )
order by
  (id = $6) desc nulls last,
  id
limit
  $7;

-- listUpcomingCelebrations
select
  u.kind,
  u.day::text,
  u.posts_on::text,
  u.years,
  u.zone as timezone,
  u.shown,
  u.id,
  u.first_name,
  u.last_name,
  u.email,
  u.state,
  u.manager_id,
  (
    select
      coalesce(
        nullif(trim("m"."first_name" || ' ' || "m"."last_name"), ''),
        split_part("m"."email", '@', 1)
      )
    from
      users m
    where
      m.workspace_id = $1
      and m.id = u.manager_id
      and m.state = 'accepted'
  ) as manager_name,
  coalesce(u.language, s.language) as language,
  s.language as team_language,
  (
    select
      w.name
    from
      workspaces w
    where
      w.id = $2
  ) as team,
  s.timezone as team_timezone,
  extract(
    year
    from
      u.hire_date
  )::int as hired_year,
  u.is_away
from
  (
    select
      o.*,
      $3 as kind,
      (
        o.day - greatest(
          extract(
            isodow
            from
              o.day
          )::int - 5,
          0
        )
      ) as posts_on
    from
      (
        select
          u.*,
          d.day,
          null::int as years,
          coalesce(u.timezone, s.timezone) as zone,
          (
            u.away_from is not null
            and u.away_from <= d.day
            and coalesce(u.away_to >= d.day, true)
          ) as is_away,
          (
            case
              when s.birthdays = 'off' then 'nothing'
              else coalesce(
                u.birthday_visibility,
                case s.birthdays
                  when 'opt_out' then 'everyone'
                  else 'nothing'
                end
              )
            end
          ) as shown
        from
          (
            select
              *
            from
              unnest($4::date[], $5::smallint[]) as d (day, month_day)
          ) d
          join users u on u.workspace_id = $6
          and u.birth_day = d.month_day
          and u.state = 'accepted'
          and not u.demo
          join settings s on s.workspace_id = $7
        where
          (
            case
              when s.birthdays = 'off' then 'nothing'
              else coalesce(
                u.birthday_visibility,
                case s.birthdays
                  when 'opt_out' then 'everyone'
                  else 'nothing'
                end
              )
            end
          ) <> 'nothing'
          and (u.country = any ($8::text[]))
      ) o
    where
      not exists (
        select
        from
          celebrations c
        where
          c.workspace_id = $9
          and c.kind = $10
          and c.user_id = o.id
          and c.year = extract(
            year
            from
              o.day
          )
          and c.state <> 'planned'
      )
    union all
    select
      o.*,
      $11 as kind,
      (
        o.day - greatest(
          extract(
            isodow
            from
              o.day
          )::int - 5,
          0
        )
      ) as posts_on
    from
      (
        select
          u.*,
          d.day,
          null::int as years,
          coalesce(u.timezone, s.timezone) as zone,
          (
            u.away_from is not null
            and u.away_from <= d.day
            and coalesce(u.away_to >= d.day, true)
          ) as is_away,
          coalesce(u.anniversary_visibility, 'everyone') as shown
        from
          (
            select
              *
            from
              unnest($12::date[], $13::smallint[]) as d (day, month_day)
          ) d
          join users u on u.workspace_id = $14
          and u.hire_date = d.day
          and u.state in ('pending', 'accepted')
          and not u.demo
          join settings s on s.workspace_id = $15
        where
          coalesce(u.anniversary_visibility, 'everyone') <> 'nothing'
          and (u.country = any ($16::text[]))
      ) o
    where
      not exists (
        select
        from
          celebrations c
        where
          c.workspace_id = $17
          and c.kind = $18
          and c.user_id = o.id
          and c.year = extract(
            year
            from
              o.day
          )
          and c.state <> 'planned'
      )
  ) u
  join settings s on s.workspace_id = $19
where
  (u.day, u.kind, u.id) > ($20::date, $21, $22::uuid)
order by
  u.day,
  u.kind,
  u.id
limit
  $23;

-- countCelebrations
select
  extract(
    month
    from
      day
  )::int as month,
  kind,
  years,
  count(*)::int as people
from
  (
    select
      o.day,
      o.years,
      $1 as kind
    from
      (
        select
          u.*,
          d.day,
          (
            extract(
              year
              from
                d.day
            ) - extract(
              year
              from
                u.hire_date
            )
          )::int as years,
          coalesce(u.timezone, s.timezone) as zone,
          (
            u.away_from is not null
            and u.away_from <= d.day
            and coalesce(u.away_to >= d.day, true)
          ) as is_away,
          coalesce(u.anniversary_visibility, 'everyone') as shown
        from
          (
            select
              *
            from
              unnest($2::date[], $3::smallint[]) as d (day, month_day)
          ) d
          join users u on u.workspace_id = $4
          and u.hire_day = d.month_day
          and u.state = 'accepted'
          and (
            extract(
              year
              from
                d.day
            ) - extract(
              year
              from
                u.hire_date
            )
          )::int >= 1
          and not u.demo
          join settings s on s.workspace_id = $5
        where
          coalesce(u.anniversary_visibility, 'everyone') <> 'nothing'
          and (u.country = any ($6::text[]))
      ) o
    where
      not o.is_away
      and not exists (
        select
        from
          celebrations c
        where
          c.workspace_id = $7
          and c.kind = $8
          and c.user_id = o.id
          and c.year = extract(
            year
            from
              o.day
          )
          and c.state <> 'planned'
      )
  ) found
group by
  1,
  2,
  3
order by
  1,
  2,
  3;
