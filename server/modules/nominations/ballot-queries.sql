-- Printed by `npm run generate` for reading; do not edit.

-- listBallotRows
select
  *
from
  (
    select
      e.id,
      e.user_id,
      e.group_id,
      lower(coalesce(p.first_name || ' ' || p.last_name, g.name)) as sort_name,
      (
        select
          d.name
        from
          group_members m
          join groups d on d.workspace_id = $1
          and d.id = m.group_id
        where
          m.workspace_id = $2
          and m.user_id = e.user_id
          and m.left_at is null
          and m.kind = 'department'
        order by
          d.id
        limit
          1
      ) as department,
      (
        select
          count(*)::int
        from
          nominations n
        where
          n.workspace_id = $3
          and n.nominee_id = e.id
      ) as nomination_count,
      (
        select
          s.scores
        from
          nomination_scores s
        where
          s.workspace_id = $4
          and s.nominee_id = e.id
          and s.juror_id = $5
      ) as scores,
      exists (
        select
        from
          nomination_votes v
        where
          v.workspace_id = $6
          and v.round_id = $7
          and v.voter_id = $8
          and v.nominee_id = e.id
      ) as voted,
      (
        case
          when coalesce(e.user_id = $9::uuid, false) then 'self'
          when (
            e.group_id is not null
            and (
              exists (
                select
                from
                  group_owners o
                where
                  o.workspace_id = $10
                  and o.group_id = e.group_id
                  and o.user_id = $11::uuid
              )
              or e.group_id in (
                with recursive
                  above as (
                    select
                      m.group_id as id
                    from
                      group_members m
                    where
                      m.workspace_id = $12
                      and m.user_id = $13::uuid
                      and m.left_at is null
                    union
                    select
                      g.parent_id
                    from
                      above
                      join groups g on g.workspace_id = $14
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
              u.workspace_id = $15
              and u.id = e.user_id
              and u.manager_id = $16::uuid
          ) then 'manager'
          when exists (
            select
            from
              users u
            where
              u.workspace_id = $17
              and u.id = $18::uuid
              and u.manager_id = e.user_id
          ) then 'report'
          when exists (
            select
            from
              nominations n
            where
              n.workspace_id = $19
              and n.nominee_id = e.id
              and n.nominator_id = $20::uuid
          ) then 'nominator'
        end
      ) as conflict
    from
      nominees e
      left join users p on p.workspace_id = $21
      and p.id = e.user_id
      left join groups g on g.workspace_id = $22
      and g.id = e.group_id
    where
      e.workspace_id = $23
      and e.round_id = $24
      and (
        e.excluded_at is null
        and exists (
          select
          from
            nominations n
          where
            n.workspace_id = $25
            and n.nominee_id = e.id
        )
        and (
          case
            when e.user_id is not null then exists (
              select
              from
                users u
              where
                u.workspace_id = $26
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
                    g.workspace_id = $27
                    and g.id = e.group_id
                    and g.deleted_at is null
                  union all
                  select
                    g.id
                  from
                    below
                    join groups g on g.workspace_id = $28
                    and g.parent_id = below.id
                    and g.deleted_at is null
                )
              select
              from
                below
                join group_members m on m.workspace_id = $29
                and m.group_id = below.id
                and m.left_at is null
                join users u on u.workspace_id = $30
                and u.id = m.user_id
                and u.state = 'accepted'
            )
          end
        )
      )
  ) b
where
  coalesce(conflict not in ('self', 'member'), true)
  and sort_name like lower($31::text)
  and (sort_name, id) > ($32, $33::uuid)
order by
  sort_name,
  id
limit
  $34;

-- findBallotRow
select
  *
from
  (
    select
      e.id,
      e.user_id,
      e.group_id,
      lower(coalesce(p.first_name || ' ' || p.last_name, g.name)) as sort_name,
      (
        select
          d.name
        from
          group_members m
          join groups d on d.workspace_id = $1
          and d.id = m.group_id
        where
          m.workspace_id = $2
          and m.user_id = e.user_id
          and m.left_at is null
          and m.kind = 'department'
        order by
          d.id
        limit
          1
      ) as department,
      (
        select
          count(*)::int
        from
          nominations n
        where
          n.workspace_id = $3
          and n.nominee_id = e.id
      ) as nomination_count,
      (
        select
          s.scores
        from
          nomination_scores s
        where
          s.workspace_id = $4
          and s.nominee_id = e.id
          and s.juror_id = $5
      ) as scores,
      exists (
        select
        from
          nomination_votes v
        where
          v.workspace_id = $6
          and v.round_id = $7
          and v.voter_id = $8
          and v.nominee_id = e.id
      ) as voted,
      (
        case
          when coalesce(e.user_id = $9::uuid, false) then 'self'
          when (
            e.group_id is not null
            and (
              exists (
                select
                from
                  group_owners o
                where
                  o.workspace_id = $10
                  and o.group_id = e.group_id
                  and o.user_id = $11::uuid
              )
              or e.group_id in (
                with recursive
                  above as (
                    select
                      m.group_id as id
                    from
                      group_members m
                    where
                      m.workspace_id = $12
                      and m.user_id = $13::uuid
                      and m.left_at is null
                    union
                    select
                      g.parent_id
                    from
                      above
                      join groups g on g.workspace_id = $14
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
        end
      ) as conflict
    from
      nominees e
      left join users p on p.workspace_id = $15
      and p.id = e.user_id
      left join groups g on g.workspace_id = $16
      and g.id = e.group_id
    where
      e.workspace_id = $17
      and e.round_id = $18
      and (
        e.excluded_at is null
        and exists (
          select
          from
            nominations n
          where
            n.workspace_id = $19
            and n.nominee_id = e.id
        )
        and (
          case
            when e.user_id is not null then exists (
              select
              from
                users u
              where
                u.workspace_id = $20
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
                    g.workspace_id = $21
                    and g.id = e.group_id
                    and g.deleted_at is null
                  union all
                  select
                    g.id
                  from
                    below
                    join groups g on g.workspace_id = $22
                    and g.parent_id = below.id
                    and g.deleted_at is null
                )
              select
              from
                below
                join group_members m on m.workspace_id = $23
                and m.group_id = below.id
                and m.left_at is null
                join users u on u.workspace_id = $24
                and u.id = m.user_id
                and u.state = 'accepted'
            )
          end
        )
      )
  ) b
where
  id = $25;

-- listBallotTexts
select
  e.id as nominee_id,
  n.text,
  n.answers
from
  unnest($1::uuid[]) e (id)
  cross join lateral (
    select
      text,
      answers,
      id
    from
      nominations
    where
      workspace_id = $2
      and nominee_id = e.id
    order by
      id
    limit
      20
  ) n
order by
  n.id;

-- upsertScores
insert into
  "nomination_scores" ("workspace_id", "nominee_id", "juror_id", "scores", "scored_at")
values
  ($1, $2, $3, $4, $5)
on conflict ("workspace_id", "nominee_id", "juror_id") do update
set
  "scores" = $6,
  "scored_at" = $7;

-- deleteScores
delete from "nomination_scores"
where
  "workspace_id" = $1
  and "nominee_id" = $2
  and "juror_id" = $3;

-- upsertVote
insert into
  "nomination_votes" ("workspace_id", "round_id", "voter_id", "nominee_id", "voted_at")
values
  ($1, $2, $3, $4, $5)
on conflict ("workspace_id", "round_id", "voter_id") do update
set
  "nominee_id" = $6,
  "voted_at" = $7;

-- deleteVote
delete from "nomination_votes"
where
  "workspace_id" = $1
  and "round_id" = $2
  and "voter_id" = $3;
