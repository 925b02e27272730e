-- Printed by `npm run generate` for reading; do not edit.

-- listTallies
select
  e.id,
  e.user_id,
  e.group_id,
  e.excluded_at is not null as excluded,
  c.nominations,
  f.score,
  f.spread,
  f.votes,
  null::int as place,
  false as won,
  (
    case
      when e.user_id is not null then exists (
        select
        from
          users u
        where
          u.workspace_id = $1
          and u.id = e.user_id
          and u.state = 'accepted'
      )
      else exists (
        with recursive
          below as (
            select
              g.id
            from
              groups g
            where
              g.workspace_id = $2
              and g.id = e.group_id
              and g.deleted_at is null
            union all
            select
              g.id
            from
              below
              join groups g on g.workspace_id = $3
              and g.parent_id = below.id
              and g.deleted_at is null
          )
        select
        from
          below
          join group_members m on m.workspace_id = $4
          and m.group_id = below.id
          and m.left_at is null
          join users u on u.workspace_id = $5
          and u.id = m.user_id
          and u.state = 'accepted'
      )
    end
  ) as is_present
from
  nominees e
  cross join lateral (
    select
      count(*)::int as nominations
    from
      nominations n
    where
      n.workspace_id = $6
      and n.nominee_id = e.id
  ) c
  cross join lateral (
    select
      round(avg(m.mean), 6)::float8 as score,
      round(stddev_pop(m.mean), 6)::float8 as spread,
      count(*)::int as votes
    from
      (
        select
          (
            select
              avg(x)
            from
              unnest(s.scores) x
          ) as mean
        from
          nomination_scores s
          join nomination_jurors j on j.workspace_id = $7
          and j.round_id = e.round_id
          and j.user_id = s.juror_id
        where
          s.workspace_id = $8
          and s.nominee_id = e.id
      ) m
  ) f
where
  e.workspace_id = $9
  and e.round_id = $10
  and c.nominations > 0
order by
  f.score desc nulls last,
  f.votes desc,
  c.nominations desc,
  e.id
limit
  $11;
select
  e.id,
  e.user_id,
  e.group_id,
  e.excluded_at is not null as excluded,
  c.nominations,
  f.score,
  f.spread,
  f.votes,
  null::int as place,
  false as won,
  (
    case
      when e.user_id is not null then exists (
        select
        from
          users u
        where
          u.workspace_id = $1
          and u.id = e.user_id
          and u.state = 'accepted'
      )
      else exists (
        with recursive
          below as (
            select
              g.id
            from
              groups g
            where
              g.workspace_id = $2
              and g.id = e.group_id
              and g.deleted_at is null
            union all
            select
              g.id
            from
              below
              join groups g on g.workspace_id = $3
              and g.parent_id = below.id
              and g.deleted_at is null
          )
        select
        from
          below
          join group_members m on m.workspace_id = $4
          and m.group_id = below.id
          and m.left_at is null
          join users u on u.workspace_id = $5
          and u.id = m.user_id
          and u.state = 'accepted'
      )
    end
  ) as is_present
from
  nominees e
  cross join lateral (
    select
      count(*)::int as nominations
    from
      nominations n
    where
      n.workspace_id = $6
      and n.nominee_id = e.id
  ) c
  cross join lateral (
    select
      null::float8 as score,
      null::float8 as spread,
      count(*)::int as votes
    from
      nomination_votes v
    where
      v.workspace_id = $7
      and v.nominee_id = e.id
  ) f
where
  e.workspace_id = $8
  and e.round_id = $9
  and c.nominations > 0
order by
  f.score desc nulls last,
  f.votes desc,
  c.nominations desc,
  e.id
limit
  $10;

-- listResults
select
  e.id,
  e.user_id,
  e.group_id,
  e.excluded_at is not null as excluded,
  e.nominations,
  e.score,
  e.spread,
  coalesce(e.votes, 0) as votes,
  e.place,
  e.won,
  (
    case
      when e.user_id is not null then exists (
        select
        from
          users u
        where
          u.workspace_id = $1
          and u.id = e.user_id
          and u.state = 'accepted'
      )
      else exists (
        with recursive
          below as (
            select
              g.id
            from
              groups g
            where
              g.workspace_id = $2
              and g.id = e.group_id
              and g.deleted_at is null
            union all
            select
              g.id
            from
              below
              join groups g on g.workspace_id = $3
              and g.parent_id = below.id
              and g.deleted_at is null
          )
        select
        from
          below
          join group_members m on m.workspace_id = $4
          and m.group_id = below.id
          and m.left_at is null
          join users u on u.workspace_id = $5
          and u.id = m.user_id
          and u.state = 'accepted'
      )
    end
  ) as is_present
from
  nominees e
where
  e.workspace_id = $6
  and e.round_id = $7
  and e.nominations is not null
order by
  e.place nulls last,
  e.score desc nulls last,
  e.votes desc,
  e.nominations desc,
  e.id
limit
  $8;

-- updateResults
update nominees e
set
  nominations = x.nominations,
  score = x.score,
  spread = x.spread,
  votes = x.votes,
  place = x.place,
  won = x.won
from
  unnest(
    $1::uuid[],
    $2::int[],
    $3::float8[],
    $4::float8[],
    $5::int[],
    $6::int[],
    $7::bool[]
  ) as x (id, nominations, score, spread, votes, place, won)
where
  e.workspace_id = $8
  and e.id = x.id;

-- setExcluded
update "nominees"
set
  "excluded_at" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "excluded_at" is null;

-- setWinners
update nominees e
set
  won = e.id = any ($1::uuid[]),
  post_id = (
    select
      x.post_id
    from
      unnest($2::uuid[], $3::uuid[]) x (id, post_id)
    where
      x.id = e.id
  )
where
  e.workspace_id = $4
  and e.round_id = $5
  and (
    e.won
    or e.id = any ($6::uuid[])
  );

-- hasNominee
select
  "id"
from
  "nominees"
where
  "workspace_id" = $1
  and "id" = $2
  and "round_id" = $3;

-- countJurors
select
  count(*)::int as invited,
  (
    count(*) filter (
      where
        not exists (
          select
          from
            nominees e
          where
            e.workspace_id = $1
            and e.round_id = $2
            and (
              e.excluded_at is null
              and exists (
                select
                from
                  nominations n
                where
                  n.workspace_id = $3
                  and n.nominee_id = e.id
              )
              and (
                case
                  when e.user_id is not null then exists (
                    select
                    from
                      users u
                    where
                      u.workspace_id = $4
                      and u.id = e.user_id
                      and u.state = 'accepted'
                  )
                  else exists (
                    with recursive
                      below as (
                        select
                          g.id
                        from
                          groups g
                        where
                          g.workspace_id = $5
                          and g.id = e.group_id
                          and g.deleted_at is null
                        union all
                        select
                          g.id
                        from
                          below
                          join groups g on g.workspace_id = $6
                          and g.parent_id = below.id
                          and g.deleted_at is null
                      )
                    select
                    from
                      below
                      join group_members m on m.workspace_id = $7
                      and m.group_id = below.id
                      and m.left_at is null
                      join users u on u.workspace_id = $8
                      and u.id = m.user_id
                      and u.state = 'accepted'
                  )
                end
              )
            )
            and (
              case
                when coalesce(e.user_id = j.user_id, false) then 'self'
                when (
                  e.group_id is not null
                  and (
                    exists (
                      select
                      from
                        group_owners o
                      where
                        o.workspace_id = $9
                        and o.group_id = e.group_id
                        and o.user_id = j.user_id
                    )
                    or e.group_id in (
                      with recursive
                        above as (
                          select
                            m.group_id as id
                          from
                            group_members m
                          where
                            m.workspace_id = $10
                            and m.user_id = j.user_id
                            and m.left_at is null
                          union
                          select
                            g.parent_id
                          from
                            above
                            join groups g on g.workspace_id = $11
                            and g.id = above.id
                          where
                            g.parent_id is not null
                        )
                      select
                        id
                      from
                        above
                    )
                  )
                ) then 'member'
                when exists (
                  select
                  from
                    users u
                  where
                    u.workspace_id = $12
                    and u.id = e.user_id
                    and u.manager_id = j.user_id
                ) then 'manager'
                when exists (
                  select
                  from
                    users u
                  where
                    u.workspace_id = $13
                    and u.id = j.user_id
                    and u.manager_id = e.user_id
                ) then 'report'
                when exists (
                  select
                  from
                    nominations n
                  where
                    n.workspace_id = $14
                    and n.nominee_id = e.id
                    and n.nominator_id = j.user_id
                ) then 'nominator'
              end
            ) is null
            and not exists (
              select
              from
                nomination_scores s
              where
                s.workspace_id = $15
                and s.nominee_id = e.id
                and s.juror_id = j.user_id
            )
        )
    )
  )::int as finished
from
  nomination_jurors j
  join users p on p.workspace_id = $16
  and p.id = j.user_id
  and p.state = 'accepted'
where
  j.workspace_id = $17
  and j.round_id = $18;

-- countVoters
with
  voters as (
    select
      voter_id as id
    from
      nomination_votes
    where
      workspace_id = $1
      and round_id = $2
  )
select
  (
    select
      count(*)::int
    from
      users u
    where
      u.workspace_id = $3
      and (
        u.id in (
          select
            id
          from
            voters
        )
        or u.state = 'accepted'
        and true
      )
  ) as invited,
  (
    select
      count(*)::int
    from
      voters
  ) as finished;

-- listQuotes
select
  n.id,
  e.id as nominee_id,
  n.nominator_id,
  n.text
from
  unnest($1::uuid[]) e (id)
  cross join lateral (
    select
      id,
      nominator_id,
      text
    from
      nominations
    where
      workspace_id = $2
      and nominee_id = e.id
      and may_quote
    order by
      id
    limit
      20
  ) n
order by
  n.id;
