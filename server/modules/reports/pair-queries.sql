-- Printed by `npm run generate` for reading; do not edit.

-- pairRows
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
  ) > 0;

-- isSummedTeam
select
  "workspace_id"
from
  "pair_sum_teams"
where
  "workspace_id" = $1
  and "summed_until" = $2;

-- planEdges
with
  team as materialized (
    select
      1
    from
      pair_sum_teams
    where
      workspace_id = $1
      and summed_until = 'infinity'
  ),
  weakest as materialized (
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
            select
              *
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
                    s.workspace_id = $2
                    and s.month = $3::date
                  order by
                    s.rank_score,
                    s.rank_posts,
                    s.from_id,
                    s.to_id
                  limit
                    200
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
                    s.workspace_id = $4
                    and s.month = $5::date
                  order by
                    s.rank_score,
                    s.rank_posts,
                    s.from_id,
                    s.to_id
                  limit
                    200
                )
              ) m
            order by
              rank_score,
              rank_posts,
              from_id,
              to_id
            limit
              200
          ) n
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
              s.workspace_id = $6
              and s.from_id = c.from_id
              and s.to_id = c.to_id
              and s.month = $7::date
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
              p.workspace_id = $8
              and p.id >= $9
              and p.id < $10
              and p.day between $11::date and $12::date
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
          s.workspace_id = $13
          and s.from_id = c.from_id
          and s.to_id = c.to_id
          and s.month = $14::date
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
                  d.workspace_id = $15
                  and d.day > $16::date
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
              s.workspace_id = $17
              and s.from_id = c.from_id
              and s.to_id = c.to_id
              and s.month = $18::date
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
              p.workspace_id = $19
              and p.id >= $20
              and p.id < $21
              and p.day between $22::date and $23::date
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
                  d.workspace_id = $24
                  and d.day > $25::date
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
    offset
      99
    limit
      1
  ),
  candidates as materialized (
    select
      1
    from
      weakest w
      cross join lateral (
        (
          select
            s.from_id,
            s.to_id,
            s.rank_score,
            s.rank_posts
          from
            pair_sums s
          where
            s.workspace_id = $26
            and s.month = $27::date
            and (s.rank_score, s.rank_posts, s.from_id, s.to_id) <= (- w.score::bigint, - w.posts::integer, w.from_id, w.to_id)
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
            s.workspace_id = $28
            and s.month = $29::date
            and (s.rank_score, s.rank_posts, s.from_id, s.to_id) <= (- w.score::bigint, - w.posts::integer, w.from_id, w.to_id)
          order by
            s.rank_score,
            s.rank_posts,
            s.from_id,
            s.to_id
          limit
            1000
        )
      ) c
  )
select
  exists (
    select
    from
      team
  ) as "isSummed",
  (
    select
      row_to_json(w)
    from
      weakest w
  ) as weakest,
  (
    select
      count(*)
    from
      candidates
  ) as candidates;

-- strongestPairs
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
            s.workspace_id = $1
            and s.month = $2::date
            and (s.rank_score, s.rank_posts, s.from_id, s.to_id) <= ($3::bigint, $4::integer, $5::uuid, $6::uuid)
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
            s.workspace_id = $7
            and s.month = $8::date
            and (s.rank_score, s.rank_posts, s.from_id, s.to_id) <= ($9::bigint, $10::integer, $11::uuid, $12::uuid)
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
          s.workspace_id = $13
          and s.from_id = c.from_id
          and s.to_id = c.to_id
          and s.month = $14::date
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
          p.workspace_id = $15
          and p.id >= $16
          and p.id < $17
          and p.day between $18::date and $19::date
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
      s.workspace_id = $20
      and s.from_id = c.from_id
      and s.to_id = c.to_id
      and s.month = $21::date
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
              d.workspace_id = $22
              and d.day > $23::date
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
          s.workspace_id = $24
          and s.from_id = c.from_id
          and s.to_id = c.to_id
          and s.month = $25::date
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
          p.workspace_id = $26
          and p.id >= $27
          and p.id < $28
          and p.day between $29::date and $30::date
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
              d.workspace_id = $31
              and d.day > $32::date
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
  100;

-- addMonth
select
  pair_sums_add_month ($1, $2::date, $3, $4);

-- finishPairSums
update pair_sum_teams
set
  summed_until = 'infinity'
where
  workspace_id = $1;

-- discardPairSums
delete from "pair_sum_teams"
where
  "workspace_id" = $1;

-- findUnsummedPosts
with
  team as materialized (
    select
      summed_until
    from
      pair_sum_teams
    where
      workspace_id = $1
  )
select
  (
    select
      case
        when t.summed_until > '-infinity' then t.summed_until + 1
        else d.day
      end
    from
      (
        select
          min(day) as day
        from
          daily_recognition
        where
          workspace_id = $2
      ) d
      left join team t on true
    where
      t.summed_until is distinct from 'infinity'
  ) as first,
  (
    select
      count(*)
    from
      (
        select
          1
        from
          posts
        where
          workspace_id = $3
        limit
          5000
      ) p
  ) >= $4 as "isLarge";
