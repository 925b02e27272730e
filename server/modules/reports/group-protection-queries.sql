-- Printed by `npm run generate` for reading; do not edit.

-- listGroupIdsBelow
with recursive
  below as (
    select
      id as root_id,
      id,
      1 as level
    from
      groups
    where
      workspace_id = $1
      and id = any ($2::uuid[])
      and deleted_at is null
    union all
    select
      below.root_id,
      g.id,
      below.level + 1
    from
      below
      join groups g on g.workspace_id = $3
      and g.parent_id = below.id
    where
      g.deleted_at is null
  )
select
  id
from
  below;

-- hasFigures
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
  exists (
    select
    from
      spans
  ) as found;

-- compareWithLarger
with recursive
  own as materialized (
    select
      m.user_id
    from
      group_members m
      join users u on u.workspace_id = $1
      and u.id = m.user_id
    where
      m.workspace_id = $2
      and m.group_id = any ($3::uuid[])
      and m.joined_at < (($4::date + 1)::timestamp at time zone $5)
      and (
        m.left_at is null
        or m.left_at >= (($6::date + 1)::timestamp at time zone $7)
      )
      and u.first_accepted_at < (($8::date + 1)::timestamp at time zone $9)
  ),
  containing (id) as (
    select
      m.group_id
    from
      group_members m
      join users u on u.workspace_id = $10
      and u.id = m.user_id
    where
      m.workspace_id = $11
      and m.user_id = (
        select
          user_id
        from
          own
        order by
          user_id
        limit
          1
      )
      and m.joined_at < (($12::date + 1)::timestamp at time zone $13)
      and (
        m.left_at is null
        or m.left_at >= (($14::date + 1)::timestamp at time zone $15)
      )
      and u.first_accepted_at < (($16::date + 1)::timestamp at time zone $17)
    union
    select
      g.parent_id
    from
      containing c
      join groups g on g.workspace_id = $18
      and g.id = c.id
    where
      g.parent_id is not null
  ),
  below (root_id, id) as (
    select
      g.id,
      g.id
    from
      containing c
      join groups g on g.workspace_id = $19
      and g.id = c.id
      and g.deleted_at is null
    where
      g.kind <> $20
    union all
    select
      b.root_id,
      g.id
    from
      below b
      join groups g on g.workspace_id = $21
      and g.parent_id = b.id
      and g.deleted_at is null
  ),
  sizes as (
    select
      count(*) as people,
      count(*) filter (
        where
          m.user_id in (
            select
              user_id
            from
              own
          )
      ) as own_people
    from
      below b
      join group_members m on m.workspace_id = $22
      and m.group_id = b.id
      join users u on u.workspace_id = $23
      and u.id = m.user_id
    where
      m.joined_at < (($24::date + 1)::timestamp at time zone $25)
      and (
        m.left_at is null
        or m.left_at >= (($26::date + 1)::timestamp at time zone $27)
      )
      and u.first_accepted_at < (($28::date + 1)::timestamp at time zone $29)
    group by
      b.root_id
  ),
  own_size as materialized (
    select
      count(*)::int as people
    from
      own
  ),
  rest as (
    select
      (
        select
          count(*)::int
        from
          users u
        where
          u.workspace_id = $30
          and u.first_accepted_at < (($31::date + 1)::timestamp at time zone $32)
          and (
            u.deleted_at is null
            or u.deleted_at >= (($33::date + 1)::timestamp at time zone $34)
          )
      ) - people as people
    from
      own_size
  )
select
  o.people,
  (
    false
    or exists (
      select
      from
        sizes s
      where
        s.own_people = o.people
        and s.people - o.people between 1 and 4
    )
  ) as has_near
from
  own_size o;

-- listPlaces
with
  absent as materialized (
    select
      u.id,
      u.state,
      u.first_accepted_at,
      u.deleted_at
    from
      users u
    where
      u.workspace_id = $1
      and (
        u.state = 'accepted'
        and u.deleted_at is null
        and u.state = 'accepted'
        and u.first_accepted_at < (($2::date + 1)::timestamp at time zone $3)
      ) is not true
  ),
  sizes as (
    select
      m.group_id,
      array[
        count(*) filter (
          where
            m.left_at is null
        ),
        count(*) filter (
          where
            m.joined_at < (($4::date + 1)::timestamp at time zone $5)
            and (
              m.left_at is null
              or m.left_at >= (($6::date + 1)::timestamp at time zone $7)
            )
        )
      ] as people
    from
      group_members m
    where
      m.workspace_id = $8
      and m.kind = $9
    group by
      m.group_id
  ),
  absent_sizes as (
    select
      m.group_id,
      array[
        count(*) filter (
          where
            m.left_at is null
            and (u.state = 'accepted') is not true
        ),
        count(*) filter (
          where
            m.joined_at < (($10::date + 1)::timestamp at time zone $11)
            and (
              m.left_at is null
              or m.left_at >= (($12::date + 1)::timestamp at time zone $13)
            )
            and (u.first_accepted_at < (($14::date + 1)::timestamp at time zone $15)) is not true
        )
      ] as people
    from
      absent u
      join group_members m on m.workspace_id = $16
      and m.user_id = u.id
      and m.kind = $17
    group by
      m.group_id
  )
select
  (
    select
      coalesce(
        json_agg(
          json_build_object('id', g.id, 'parent_id', g.parent_id, 'all', s.people, 'absent', a.people)
        ),
        '[]'
      )
    from
      groups g
      left join sizes s on s.group_id = g.id
      left join absent_sizes a on a.group_id = g.id
    where
      g.workspace_id = $18
      and g.kind = $19
      and g.deleted_at is null
  ) as places,
  (
    -- Each user has a wallet.
    select
      count(*)::int
    from
      wallets
    where
      workspace_id = $20
  ) as everyone,
  (
    select
      to_json(
        array[
          count(*) filter (
            where
              (u.state = 'accepted') is not true
          ),
          count(*) filter (
            where
              (
                u.first_accepted_at < (($21::date + 1)::timestamp at time zone $22)
                and (
                  u.deleted_at is null
                  or u.deleted_at >= (($23::date + 1)::timestamp at time zone $24)
                )
              ) is not true
          )
        ]
      )
    from
      absent u
  ) as absent;
