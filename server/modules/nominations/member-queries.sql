-- Printed by `npm run generate` for reading; do not edit.

-- listRoundsOfNominator
select
  $1::uuid as id
from
  users u
where
  u.workspace_id = $2
  and u.id = $3
  and (
    (
      exists (
        select
        from
          users d
        where
          d.workspace_id = $4
          and d.manager_id = u.id
          and d.state in ('pending', 'accepted')
      )
      or exists (
        select
        from
          group_owners o
          join groups g on g.workspace_id = $5
          and g.id = o.group_id
        where
          o.workspace_id = $6
          and o.user_id = u.id
          and g.deleted_at is null
      )
    )
  );

-- listOwnFigures
select
  r.id as round_id,
  exists (
    select
    from
      nomination_jurors j
    where
      j.workspace_id = $1
      and j.round_id = r.id
      and j.user_id = $2
  ) as is_juror,
  (
    select
      count(*)::int
    from
      nominations n
    where
      n.workspace_id = $3
      and n.nominator_id = $4
      and n.round_id = r.id
  ) as own_nominations,
  exists (
    select
    from
      nomination_votes v
      join nominees e on e.workspace_id = $5
      and e.id = v.nominee_id
    where
      v.workspace_id = $6
      and v.round_id = r.id
      and v.voter_id = $7
      and (
        e.excluded_at is null
        and exists (
          select
          from
            nominations n
          where
            n.workspace_id = $8
            and n.nominee_id = e.id
        )
        and (
          case
            when e.user_id is not null then exists (
              select
              from
                users u
              where
                u.workspace_id = $9
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
                    g.workspace_id = $10
                    and g.id = e.group_id
                    and g.deleted_at is null
                  union all
                  select
                    g.id
                  from
                    below
                    join groups g on g.workspace_id = $11
                    and g.parent_id = below.id
                    and g.deleted_at is null
                )
              select
              from
                below
                join group_members m on m.workspace_id = $12
                and m.group_id = below.id
                and m.left_at is null
                join users u on u.workspace_id = $13
                and u.id = m.user_id
                and u.state = 'accepted'
            )
          end
        )
      )
  ) as voted,
  r.decision = 'vote'
  and r.id = any ($14::uuid[])
  and exists (
    select
    from
      nominees e
    where
      e.workspace_id = $15
      and e.round_id = r.id
      and (
        e.excluded_at is null
        and exists (
          select
          from
            nominations n
          where
            n.workspace_id = $16
            and n.nominee_id = e.id
        )
        and (
          case
            when e.user_id is not null then exists (
              select
              from
                users u
              where
                u.workspace_id = $17
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
                    g.workspace_id = $18
                    and g.id = e.group_id
                    and g.deleted_at is null
                  union all
                  select
                    g.id
                  from
                    below
                    join groups g on g.workspace_id = $19
                    and g.parent_id = below.id
                    and g.deleted_at is null
                )
              select
              from
                below
                join group_members m on m.workspace_id = $20
                and m.group_id = below.id
                and m.left_at is null
                join users u on u.workspace_id = $21
                and u.id = m.user_id
                and u.state = 'accepted'
            )
          end
        )
      )
      and (
        case
          when coalesce(e.user_id = $22::uuid, false) then 'self'
          when (
            e.group_id is not null
            and (
              exists (
                select
                from
                  group_owners o
                where
                  o.workspace_id = $23
                  and o.group_id = e.group_id
                  and o.user_id = $24::uuid
              )
              or e.group_id in (
                with recursive
                  above as (
                    select
                      m.group_id as id
                    from
                      group_members m
                    where
                      m.workspace_id = $25
                      and m.user_id = $26::uuid
                      and m.left_at is null
                    union
                    select
                      g.parent_id
                    from
                      above
                      join groups g on g.workspace_id = $27
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
      ) is null
  ) as can_vote,
  case
    when r.id = any ($28::uuid[])
    and exists (
      select
      from
        nomination_jurors j
      where
        j.workspace_id = $29
        and j.round_id = r.id
        and j.user_id = $30
    ) then (
      select
        count(*)::int
      from
        nominees e
      where
        e.workspace_id = $31
        and e.round_id = r.id
        and (
          e.excluded_at is null
          and exists (
            select
            from
              nominations n
            where
              n.workspace_id = $32
              and n.nominee_id = e.id
          )
          and (
            case
              when e.user_id is not null then exists (
                select
                from
                  users u
                where
                  u.workspace_id = $33
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
                      g.workspace_id = $34
                      and g.id = e.group_id
                      and g.deleted_at is null
                    union all
                    select
                      g.id
                    from
                      below
                      join groups g on g.workspace_id = $35
                      and g.parent_id = below.id
                      and g.deleted_at is null
                  )
                select
                from
                  below
                  join group_members m on m.workspace_id = $36
                  and m.group_id = below.id
                  and m.left_at is null
                  join users u on u.workspace_id = $37
                  and u.id = m.user_id
                  and u.state = 'accepted'
              )
            end
          )
        )
        and (
          case
            when coalesce(e.user_id = $38::uuid, false) then 'self'
            when (
              e.group_id is not null
              and (
                exists (
                  select
                  from
                    group_owners o
                  where
                    o.workspace_id = $39
                    and o.group_id = e.group_id
                    and o.user_id = $40::uuid
                )
                or e.group_id in (
                  with recursive
                    above as (
                      select
                        m.group_id as id
                      from
                        group_members m
                      where
                        m.workspace_id = $41
                        and m.user_id = $42::uuid
                        and m.left_at is null
                      union
                      select
                        g.parent_id
                      from
                        above
                        join groups g on g.workspace_id = $43
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
                u.workspace_id = $44
                and u.id = e.user_id
                and u.manager_id = $45::uuid
            ) then 'manager'
            when exists (
              select
              from
                users u
              where
                u.workspace_id = $46
                and u.id = $47::uuid
                and u.manager_id = e.user_id
            ) then 'report'
            when exists (
              select
              from
                nominations n
              where
                n.workspace_id = $48
                and n.nominee_id = e.id
                and n.nominator_id = $49::uuid
            ) then 'nominator'
          end
        ) is null
        and not exists (
          select
          from
            nomination_scores s
          where
            s.workspace_id = $50
            and s.nominee_id = e.id
            and s.juror_id = $51
        )
    )
    else 0
  end as to_score
from
  nomination_rounds r
where
  r.workspace_id = $52
  and r.id = any ($53::uuid[]);
