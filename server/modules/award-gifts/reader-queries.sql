-- Printed by `npm run generate` for reading; do not edit.

-- isReceiver
select
  g.id
from
  award_gifts g
where
  exists (
    select
    from
      award_receivers r
    where
      r.workspace_id = $1
      and r.gift_id = g.id
      and r.user_id = $2
  );

-- isApprover
select
  g.id
from
  award_gifts g
where
  exists (
    select
    from
      award_approvers a
    where
      a.workspace_id = $1
      and a.gift_id = g.id
      and (
        a.user_id = $2
        or a.user_id in (
          select
            d.user_id
          from
            approval_delegates d
          where
            d.workspace_id = $3
            and d.delegate_id = $4
            and d.starts_at <= $5
            and d.ends_at > $6
        )
      )
  );

-- awaitsReader
select
  g.id
from
  award_gifts g
where
  (
    g.status = 'pending'
    and g.giver_id <> $1
    and not exists (
      select
      from
        award_receivers r
      where
        r.workspace_id = $2
        and r.gift_id = g.id
        and r.user_id = $3
    )
    and exists (
      select
      from
        award_approvers a
      where
        a.workspace_id = $4
        and a.gift_id = g.id
        and a.step = g.step
        and (
          a.user_id = $5
          or a.user_id in (
            select
              d.user_id
            from
              approval_delegates d
            where
              d.workspace_id = $6
              and d.delegate_id = $7
              and d.starts_at <= $8
              and d.ends_at > $9
          )
        )
    )
  );
