-- Printed by `npm run generate` for reading; do not edit.

-- findGraph
with
  ties as materialized (
    select
      p.from_id,
      r as to_id,
      sum(p.score) as score,
      count(*) as posts
    from
      posts p,
      unnest(p.to_ids) r
    where
      p.workspace_id = $1
      and p.id >= $2
      and p.id < $3
      and p.day between $4::date and $5::date
      and p.deleted_at is null
      and p.from_id is not null
      and p.counted
    group by
      1,
      2
  )
select
  (
    select
      coalesce(json_agg(e), '[]')
    from
      (
        select
          *
        from
          ties
        order by
          score desc,
          posts desc,
          from_id,
          to_id
        limit
          101
      ) e
  ) as edges,
  (
    select
      coalesce(json_agg(a.id), '[]')
    from
      (
        select
          u.id
        from
          users u
        where
          u.workspace_id = $6
          and u.state = 'accepted'
          and u.id not in (
            select
              from_id
            from
              ties
            union all
            select
              to_id
            from
              ties
          )
        order by
          lower(u.first_name || ' ' || u.last_name),
          u.id
        limit
          100
      ) a
  ) as alone;

-- findSummedGraph
with
  quiet as materialized (
    select
      id,
      lower(first_name || ' ' || last_name) as name
    from
      users
    where
      workspace_id = $1
      and state = 'accepted'
      and id not in (
        select
          s.user_id
        from
          user_snapshots s
        where
          s.workspace_id = $2
          and s.last_received_day >= $3::date
          and s.day = (
            select
              max(day)
            from
              report_snapshots
            where
              workspace_id = $4
              and day <= $5::date
          )
      )
  )
select
  (
    select
      coalesce(json_agg(e), '[]')
    from
      (
        select
          c.from_id,
          c.to_id,
          sum(y.score) as score,
          sum(y.posts) as posts
        from
          (
            select
              from_id,
              to_id
            from
              (
                (
                  select
                    s.from_id,
                    s.to_id,
                    s.rank_score,
                    s.rank_posts
                  from
                    pair_sums s
                  where
                    s.workspace_id = $6
                    and s.month = $7::date
                    and (s.rank_score, s.rank_posts, s.from_id, s.to_id) <= ($8::bigint, $9::integer, $10::uuid, $11::uuid)
                  order by
                    s.rank_score,
                    s.rank_posts,
                    s.from_id,
                    s.to_id
                  limit
                    1000
                )
                union all
                (
                  select
                    s.from_id,
                    s.to_id,
                    s.rank_score,
                    s.rank_posts
                  from
                    pair_sums s
                  where
                    s.workspace_id = $12
                    and s.month = $13::date
                    and (s.rank_score, s.rank_posts, s.from_id, s.to_id) <= ($14::bigint, $15::integer, $16::uuid, $17::uuid)
                  order by
                    s.rank_score,
                    s.rank_posts,
                    s.from_id,
                    s.to_id
                  limit
                    1000
                )
              ) m
            group by
              1,
              2
          ) c
          cross join lateral (
            select
              x.score,
              x.posts
            from
              (
                select
                  1
                from
                  pair_sums s
                where
                  s.workspace_id = $18
                  and s.from_id = c.from_id
                  and s.to_id = c.to_id
                  and s.month = $19::date
                  and s.posts > 0
                offset
                  0
              ) s
              cross join lateral (
                select
                  sum(p.score) as score,
                  count(*) as posts
                from
                  posts p
                where
                  p.workspace_id = $20
                  and p.id >= $21
                  and p.id < $22
                  and p.day between $23::date and $24::date
                  and p.deleted_at is null
                  and p.counted
                  and p.from_id = c.from_id
                  and p.private in (true, false)
                  and p.add_on in (true, false)
                  and c.to_id = any (p.to_ids)
              ) x
            where
              true
            union all
            select
              s.score,
              s.posts
            from
              pair_sums s
            where
              s.workspace_id = $25
              and s.from_id = c.from_id
              and s.to_id = c.to_id
              and s.month = $26::date
              and s.posts > 0
              and (
                select
                  count(*)
                from
                  (
                    select
                      1
                    from
                      daily_recognition d
                    where
                      d.workspace_id = $27
                      and d.day > $28::date
                    limit
                      1
                  ) l
              ) = 0
            union all
            select
              x.score,
              x.posts
            from
              (
                select
                  1
                from
                  pair_sums s
                where
                  s.workspace_id = $29
                  and s.from_id = c.from_id
                  and s.to_id = c.to_id
                  and s.month = $30::date
                  and s.posts > 0
                offset
                  0
              ) s
              cross join lateral (
                select
                  sum(p.score) as score,
                  count(*) as posts
                from
                  posts p
                where
                  p.workspace_id = $31
                  and p.id >= $32
                  and p.id < $33
                  and p.day between $34::date and $35::date
                  and p.deleted_at is null
                  and p.counted
                  and p.from_id = c.from_id
                  and p.private in (true, false)
                  and p.add_on in (true, false)
                  and c.to_id = any (p.to_ids)
              ) x
            where
              true
              and (
                select
                  count(*)
                from
                  (
                    select
                      1
                    from
                      daily_recognition d
                    where
                      d.workspace_id = $36
                      and d.day > $37::date
                    limit
                      1
                  ) l
              ) > 0
          ) y
        group by
          c.from_id,
          c.to_id
        having
          sum(y.posts) > 0
        order by
          score desc,
          posts desc,
          from_id,
          to_id
        limit
          101
      ) e
  ) as edges,
  (
    select
      coalesce(json_agg(a.id), '[]')
    from
      (
        select
          q.id
        from
          (
            select
              id,
              name
            from
              quiet
            order by
              name,
              id
            offset
              0
          ) q
        where
          coalesce(
            (
              select
                true
              from
                posts p
              where
                p.workspace_id = $38
                and p.from_id = q.id
                and p.private in (true, false)
                and p.add_on in (true, false)
                and p.id >= $39
                and p.id < $40
                and p.day between $41::date and $42::date
                and p.deleted_at is null
                and p.counted
              limit
                1
            ),
            (
              select
                true
              from
                post_recipients r
                join posts p on p.workspace_id = r.workspace_id
                and p.id = r.post_id
              where
                r.workspace_id = $43
                and r.user_id = q.id
                and r.private in (true, false)
                and r.add_on in (true, false)
                and not r.deleted
                and r.post_id >= $44
                and r.post_id < $45
                and p.from_id is not null
                and p.day between $46::date and $47::date
                and p.deleted_at is null
                and p.counted
              limit
                1
            )
          ) is null
        order by
          q.name,
          q.id
        limit
          100
      ) a
  ) as alone;

-- findMemberGraph
with
  ties as materialized (
    select
      x.from_id,
      x.to_id,
      sum(x.score::double precision)::bigint as score,
      sum(x.posts) as posts
    from
      (
        select
          q.from_id,
          r,
          q.score,
          1
        from
          (
            select
              p.from_id,
              p.to_ids,
              p.score
            from
              posts p
            where
              p.workspace_id = $1
              and p.id >= $2
              and p.id < $3
              and p.day between $4::date and $5::date
              and p.deleted_at is null
              and p.counted
              and p.from_id is not null
          ) q,
          unnest(q.to_ids) r
        where
          true
        union all
        select
          s.from_id,
          s.to_id,
          s.score,
          s.posts
        from
          pair_sums s
        where
          s.workspace_id = $6
          and s.month = $7::date
          and (
            select
              count(*)
            from
              (
                select
                  1
                from
                  daily_recognition d
                where
                  d.workspace_id = $8
                  and d.day > $9::date
                limit
                  1
              ) l
          ) = 0
        union all
        select
          q.from_id,
          r,
          q.score,
          1
        from
          (
            select
              p.from_id,
              p.to_ids,
              p.score
            from
              posts p
            where
              p.workspace_id = $10
              and p.id >= $11
              and p.id < $12
              and p.day between $13::date and $14::date
              and p.deleted_at is null
              and p.counted
              and p.from_id is not null
          ) q,
          unnest(q.to_ids) r
        where
          true
          and (
            select
              count(*)
            from
              (
                select
                  1
                from
                  daily_recognition d
                where
                  d.workspace_id = $15
                  and d.day > $16::date
                limit
                  1
              ) l
          ) > 0
      ) x (from_id, to_id, score, posts)
    group by
      1,
      2
    having
      sum(x.posts) > 0
  ),
  members as materialized (
    select
      id,
      lower(first_name || ' ' || last_name) as name
    from
      users
    where
      workspace_id = $17
      and state = 'accepted'
  ),
  alone as materialized (
    select
      id,
      name
    from
      members
    where
      id not in (
        select
          from_id
        from
          ties
        union all
        select
          to_id
        from
          ties
      )
  ),
  strongest as materialized (
    select
      t.*
    from
      ties t
    where
      t.from_id in (
        select
          id
        from
          members
      )
      and t.to_id in (
        select
          id
        from
          members
      )
    order by
      t.posts desc,
      t.score desc,
      t.from_id,
      t.to_id
    limit
      100
  )
select
  (
    select
      coalesce(
        json_agg(
          e
          order by
            e.posts desc,
            e.score desc,
            e.from_id,
            e.to_id
        ),
        '[]'
      )
    from
      strongest e
  )::text as edges,
  (
    select
      count(*)
    from
      strongest
  ) as pairs,
  (
    select
      coalesce(json_agg(a.id), '[]')
    from
      (
        select
          id
        from
          alone
        order by
          name,
          id
        limit
          10
      ) a
  ) as alone,
  (
    select
      count(*)
    from
      alone
  ) as alone_total;
