-- Printed by `npm run generate` for reading; do not edit.

-- listWorthRows
select
  *
from
  "point_worths"
where
  "workspace_id" = $1
order by
  country nulls first,
  "valid_from" desc
limit
  $2;

-- selectWorth
select
  w.currency,
  w.hundred_points_minor
from
  point_worths w
where
  w.workspace_id = $1
  and w.valid_from <= date '2026-03-01'
  and (
    w.country is null
    or w.country = 'DE'
  )
order by
  w.country nulls last,
  w.valid_from desc
limit
  1;

-- findHundredPoints
select
  w.currency,
  w.hundred_points_minor
from
  point_worths w
where
  w.workspace_id = $1
  and w.valid_from <= $2::date
  and (
    w.country is null
    or w.country = $3::text
  )
order by
  w.country nulls last,
  w.valid_from desc
limit
  1;

-- findHundredPointsOf
select
  w.currency,
  w.hundred_points_minor as minor
from
  users u
  cross join lateral (
    select
      w.currency,
      w.hundred_points_minor
    from
      point_worths w
    where
      w.workspace_id = $1
      and w.valid_from <= $2::date
      and (
        w.country is null
        or w.country = u.country
      )
    order by
      w.country nulls last,
      w.valid_from desc
    limit
      1
  ) w
where
  u.workspace_id = $3
  and u.id = $4;

-- findOwnWorth
select
  json_build_object('currency', w.currency, 'minor', w.hundred_points_minor) as hundred_points,
  case
    when l.valid_from is not null then json_build_object(
      'hundred_points',
      json_build_object('currency', w.currency, 'minor', l.minor),
      'valid_from',
      l.valid_from
    )
  end as lower
from
  settings s
  join users u on u.workspace_id = s.workspace_id
  and u.id = $1
  cross join lateral (
    select
      w.currency,
      w.hundred_points_minor
    from
      point_worths w
    where
      w.workspace_id = $2
      and w.valid_from <= $3::date
      and (
        w.country is null
        or w.country = u.country
      )
    order by
      w.country nulls last,
      w.valid_from desc
    limit
      1
  ) w
  left join lateral (
    select
      c.valid_from,
      n.hundred_points_minor as minor
    from
      point_worths c
      cross join lateral (
        select
          w.currency,
          w.hundred_points_minor
        from
          point_worths w
        where
          w.workspace_id = $4
          and w.valid_from <= c.valid_from
          and (
            w.country is null
            or w.country = u.country
          )
        order by
          w.country nulls last,
          w.valid_from desc
        limit
          1
      ) n
    where
      c.workspace_id = $5
      and s.announce_worth
      and c.valid_from > $6::date
      and c.valid_from <= $7::date
      and n.currency = w.currency
      and n.hundred_points_minor < w.hundred_points_minor
    order by
      c.valid_from
    limit
      1
  ) l on true
where
  s.workspace_id = $8
  and s.show_worth;

-- findWorthPolicy
select
  "show_worth",
  "announce_worth"
from
  "settings"
where
  "workspace_id" = $1;

-- insertWorth
insert into
  "point_worths" (
    "workspace_id",
    "id",
    "country",
    "currency",
    "hundred_points_minor",
    "valid_from",
    "created_by",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8);

-- updateWorthAmount
update "point_worths"
set
  "currency" = $1,
  "hundred_points_minor" = $2
where
  "workspace_id" = $3
  and "id" = $4;

-- deleteWorthRow
delete from "point_worths"
where
  "workspace_id" = $1
  and "id" = $2;
