-- Printed by `npm run generate` for reading; do not edit.

-- endOfDay
select
  (($1::date + 1)::timestamp at time zone $2);

-- groupSpans
with
  members as materialized (
    select
      f.user_id,
      greatest(f.first, $1::date) as first,
      least(f.until, $2::date + 1) as until
    from
      (
        select
          m.user_id,
          coalesce(("m"."left_at" at time zone $3)::date, 'infinity') as until,
          greatest(
            ("m"."joined_at" at time zone $4)::date,
            ("u"."first_accepted_at" at time zone $5)::date
          ) as first
        from
          group_members m
          join users u on u.workspace_id = $6
          and u.id = m.user_id
        where
          m.workspace_id = $7
          and m.group_id = any ($8::uuid[])
          and u.first_accepted_at is not null
      ) f
    where
      f.first < f.until
      and f.until > $9::date
      and f.first <= $10::date
  ),
  changes as (
    select
      day,
      sum(people) as people
    from
      (
        select
          first as day,
          1 as people
        from
          members
        union all
        select
          until,
          -1
        from
          members
      ) c
    group by
      day
  ),
  sizes as (
    select
      day,
      lead(day) over (
        order by
          day
      ) as until,
      sum(people) over (
        order by
          day
      ) as people
    from
      changes
  ),
  few as materialized (
    select
      coalesce(range_agg(daterange (day, until)), '{}') as days
    from
      sizes
    where
      people between 1 and 4
  ),
  spans as materialized (
    select
      m.user_id,
      lower(d.days) as first,
      upper(d.days) - 1 as last
    from
      members m,
      few,
      unnest(datemultirange (daterange (m.first, m.until)) - few.days) as d (days)
  )
select
from
  spans;

-- groupUserRows
with
  members as materialized (
    select
      f.user_id,
      greatest(f.first, $1::date) as first,
      least(f.until, $2::date + 1) as until
    from
      (
        select
          m.user_id,
          coalesce(("m"."left_at" at time zone $3)::date, 'infinity') as until,
          greatest(
            ("m"."joined_at" at time zone $4)::date,
            ("u"."first_accepted_at" at time zone $5)::date
          ) as first
        from
          group_members m
          join users u on u.workspace_id = $6
          and u.id = m.user_id
        where
          m.workspace_id = $7
          and m.group_id = any ($8::uuid[])
          and u.first_accepted_at is not null
      ) f
    where
      f.first < f.until
      and f.until > $9::date
      and f.first <= $10::date
  ),
  changes as (
    select
      day,
      sum(people) as people
    from
      (
        select
          first as day,
          1 as people
        from
          members
        union all
        select
          until,
          -1
        from
          members
      ) c
    group by
      day
  ),
  sizes as (
    select
      day,
      lead(day) over (
        order by
          day
      ) as until,
      sum(people) over (
        order by
          day
      ) as people
    from
      changes
  ),
  few as materialized (
    select
      coalesce(range_agg(daterange (day, until)), '{}') as days
    from
      sizes
    where
      people between 1 and 4
  ),
  spans as materialized (
    select
      m.user_id,
      lower(d.days) as first,
      upper(d.days) - 1 as last
    from
      members m,
      few,
      unnest(datemultirange (daterange (m.first, m.until)) - few.days) as d (days)
  ),
  snapshots as (
    select
      day
    from
      unnest($11::date[]) as s (day)
  ),
  bounds as materialized (
    select
      s.first,
      s.last,
      (
        select
          min(day)
        from
          snapshots
        where
          day >= s.first - 1
      ) as start_day,
      (
        select
          max(day)
        from
          snapshots
        where
          day <= s.last
      ) as end_day
    from
      (
        select distinct
          first,
          last
        from
          spans
      ) s
  ),
  summed as materialized (
    select
      s.user_id,
      s.first,
      s.last,
      b.start_day,
      b.end_day
    from
      spans s
      join bounds b on b.first = s.first
      and b.last = s.last
      and b.start_day < b.end_day
  ),
  pieces as materialized (
    select
      user_id,
      first,
      start_day as last
    from
      summed
    union all
    select
      user_id,
      end_day + 1,
      last
    from
      summed
    union all
    select
      s.user_id,
      s.first,
      s.last
    from
      spans s
      join bounds b on b.first = s.first
      and b.last = s.last
      and (b.start_day < b.end_day) is not true
  )
select
  s.user_id,
  s.purchases
from
  summed p
  join user_snapshots s on s.workspace_id = $12
  and s.day = "p"."end_day"
  and s.user_id = p.user_id
union all
select
  s.user_id,
  - s.purchases
from
  summed p
  join user_snapshots s on s.workspace_id = $13
  and s.day = "p"."start_day"
  and s.user_id = p.user_id
union all
select
  d.user_id,
  0
from
  "pieces" p
  join "daily_recognition" d on d.workspace_id = $14
  and d.user_id = p.user_id
  and d.day between p.first and p.last
where
  d.day between $15::date and $16::date
  and d.given_posts > 0
union all
select
  d.user_id,
  d.purchases::int
from
  "pieces" p
  join "daily_redemptions" d on d.workspace_id = $17
  and d.user_id = p.user_id
  and d.day between p.first and p.last
where
  d.day between $18::date and $19::date
  and d.purchases > 0;

-- groupValueRows
with
  members as materialized (
    select
      f.user_id,
      greatest(f.first, $1::date) as first,
      least(f.until, $2::date + 1) as until
    from
      (
        select
          m.user_id,
          coalesce(("m"."left_at" at time zone $3)::date, 'infinity') as until,
          greatest(
            ("m"."joined_at" at time zone $4)::date,
            ("u"."first_accepted_at" at time zone $5)::date
          ) as first
        from
          group_members m
          join users u on u.workspace_id = $6
          and u.id = m.user_id
        where
          m.workspace_id = $7
          and m.group_id = any ($8::uuid[])
          and u.first_accepted_at is not null
      ) f
    where
      f.first < f.until
      and f.until > $9::date
      and f.first <= $10::date
  ),
  changes as (
    select
      day,
      sum(people) as people
    from
      (
        select
          first as day,
          1 as people
        from
          members
        union all
        select
          until,
          -1
        from
          members
      ) c
    group by
      day
  ),
  sizes as (
    select
      day,
      lead(day) over (
        order by
          day
      ) as until,
      sum(people) over (
        order by
          day
      ) as people
    from
      changes
  ),
  few as materialized (
    select
      coalesce(range_agg(daterange (day, until)), '{}') as days
    from
      sizes
    where
      people between 1 and 4
  ),
  spans as materialized (
    select
      m.user_id,
      lower(d.days) as first,
      upper(d.days) - 1 as last
    from
      members m,
      few,
      unnest(datemultirange (daterange (m.first, m.until)) - few.days) as d (days)
  )
select
  d.value_id,
  d.day,
  d.received_points as points,
  d.received_posts as posts
from
  "spans" p
  join "daily_recognition" d on d.workspace_id = $11
  and d.user_id = p.user_id
  and d.day between p.first and p.last
where
  d.day between $12::date and $13::date
  and not d.private;

-- groupActRows
with
  members as materialized (
    select
      f.user_id,
      greatest(f.first, $1::date) as first,
      least(f.until, $2::date + 1) as until
    from
      (
        select
          m.user_id,
          coalesce(("m"."left_at" at time zone $3)::date, 'infinity') as until,
          greatest(
            ("m"."joined_at" at time zone $4)::date,
            ("u"."first_accepted_at" at time zone $5)::date
          ) as first
        from
          group_members m
          join users u on u.workspace_id = $6
          and u.id = m.user_id
        where
          m.workspace_id = $7
          and m.group_id = any ($8::uuid[])
          and u.first_accepted_at is not null
      ) f
    where
      f.first < f.until
      and f.until > $9::date
      and f.first <= $10::date
  ),
  changes as (
    select
      day,
      sum(people) as people
    from
      (
        select
          first as day,
          1 as people
        from
          members
        union all
        select
          until,
          -1
        from
          members
      ) c
    group by
      day
  ),
  sizes as (
    select
      day,
      lead(day) over (
        order by
          day
      ) as until,
      sum(people) over (
        order by
          day
      ) as people
    from
      changes
  ),
  few as materialized (
    select
      coalesce(range_agg(daterange (day, until)), '{}') as days
    from
      sizes
    where
      people between 1 and 4
  ),
  spans as materialized (
    select
      m.user_id,
      lower(d.days) as first,
      upper(d.days) - 1 as last
    from
      members m,
      few,
      unnest(datemultirange (daterange (m.first, m.until)) - few.days) as d (days)
  )
select
  d.day,
  d.user_id,
  d.given_points as granted,
  0 as spent,
  d.given_posts > 0 as gave,
  d.received_posts > 0 as received
from
  "spans" p
  join "daily_recognition" d on d.workspace_id = $11
  and d.user_id = p.user_id
  and d.day between p.first and p.last
where
  d.day between $12::date and $13::date
  and (
    d.given_posts > 0
    or d.received_posts > 0
  )
union all
select
  d.day,
  d.user_id,
  0,
  d.points,
  false,
  false
from
  "spans" p
  join "daily_redemptions" d on d.workspace_id = $14
  and d.user_id = p.user_id
  and d.day between p.first and p.last
where
  d.day between $15::date and $16::date
  and d.purchases > 0;

-- groupPurchaseRows
(
  with
    members as materialized (
      select
        f.user_id,
        greatest(f.first, $1::date) as first,
        least(f.until, $2::date + 1) as until
      from
        (
          select
            m.user_id,
            coalesce(("m"."left_at" at time zone $3)::date, 'infinity') as until,
            greatest(
              ("m"."joined_at" at time zone $4)::date,
              ("u"."first_accepted_at" at time zone $5)::date
            ) as first
          from
            group_members m
            join users u on u.workspace_id = $6
            and u.id = m.user_id
          where
            m.workspace_id = $7
            and m.group_id = any ($8::uuid[])
            and u.first_accepted_at is not null
        ) f
      where
        f.first < f.until
        and f.until > $9::date
        and f.first <= $10::date
    ),
    changes as (
      select
        day,
        sum(people) as people
      from
        (
          select
            first as day,
            1 as people
          from
            members
          union all
          select
            until,
            -1
          from
            members
        ) c
      group by
        day
    ),
    sizes as (
      select
        day,
        lead(day) over (
          order by
            day
        ) as until,
        sum(people) over (
          order by
            day
        ) as people
      from
        changes
    ),
    few as materialized (
      select
        coalesce(range_agg(daterange (day, until)), '{}') as days
      from
        sizes
      where
        people between 1 and 4
    ),
    spans as materialized (
      select
        m.user_id,
        lower(d.days) as first,
        upper(d.days) - 1 as last
      from
        members m,
        few,
        unnest(datemultirange (daterange (m.first, m.until)) - few.days) as d (days)
    )
  select
    c.reward_id,
    count(distinct c.purchase_id) as purchases,
    sum(c.amount) as points
  from
    spans s
    join contributions c on c.workspace_id = $11
    and c.user_id = s.user_id
    and c.day between s.first and s.last
  where
    c.status <> 'declined'
  group by
    c.reward_id
);

-- currentPeople
select
  m.user_id
from
  group_members m
  join users u on u.workspace_id = $1
  and u.id = m.user_id
  and u.state = 'accepted'
where
  m.workspace_id = $2
  and m.group_id = any ($3::uuid[])
  and m.left_at is null;
