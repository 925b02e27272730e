-- Printed by `npm run generate` for reading; do not edit.

-- isVisibleGift
select
from
  award_gifts g
where
  g.workspace_id = $1
  and g.id = $2
  and (
    g.giver_id = $3
    or case
      when exists (
        select
        from
          award_receivers r
        where
          r.workspace_id = $4
          and r.gift_id = g.id
          and r.user_id = $5
      ) then g.status = 'approved'
      else false
      or exists (
        select
        from
          award_approvers a
        where
          a.workspace_id = $6
          and a.gift_id = g.id
          and (
            a.user_id = $7
            or a.user_id in (
              select
                d.user_id
              from
                approval_delegates d
              where
                d.workspace_id = $8
                and d.delegate_id = $9
                and d.starts_at <= $10
                and d.ends_at > $11
            )
          )
      )
      or exists (
        select
        from
          award_decisions x
        where
          x.workspace_id = $12
          and x.gift_id = g.id
          and x.user_id = $13
      )
    end
  );

-- findVisibleGift
select
  g.id,
  g.award_id,
  w.name as award_name,
  w.emoji as award_emoji,
  (
    select
      f.storage_key
    from
      files f
    where
      f.workspace_id = $1
      and f.id = w.picture_file_id
  ) as award_picture_key,
  g.giver_id,
  array(
    select
      r.user_id
    from
      award_receivers r
      join users u on u.workspace_id = r.workspace_id
      and u.id = r.user_id
    where
      r.workspace_id = $2
      and r.gift_id = g.id
    order by
      lower(u.first_name || ' ' || u.last_name),
      u.id
  ) as receiver_ids,
  g.points,
  g.text,
  g.private,
  g.status,
  g.steps,
  g.step,
  g.step_at,
  g.reminded_at,
  g.escalated_at,
  g.asked_at,
  g.budget_id,
  g.post_id,
  g.decline_reason,
  g.receiver_left,
  g.created_at,
  g.ended_at,
  (
    g.status = 'pending'
    and g.giver_id <> $3
    and not exists (
      select
      from
        award_receivers r
      where
        r.workspace_id = $4
        and r.gift_id = g.id
        and r.user_id = $5
    )
    and exists (
      select
      from
        award_approvers a
      where
        a.workspace_id = $6
        and a.gift_id = g.id
        and a.step = g.step
        and (
          a.user_id = $7
          or a.user_id in (
            select
              d.user_id
            from
              approval_delegates d
            where
              d.workspace_id = $8
              and d.delegate_id = $9
              and d.starts_at <= $10
              and d.ends_at > $11
          )
        )
    )
  ) as can_decide,
  exists (
    select
    from
      award_receivers r
    where
      r.workspace_id = $12
      and r.gift_id = g.id
      and r.user_id = $13
  ) as is_receiver,
  (
    select
      b.name
    from
      budgets b
    where
      b.workspace_id = $14
      and b.id = g.budget_id
  ) as budget_name
from
  award_gifts g
  join awards w on w.workspace_id = g.workspace_id
  and w.id = g.award_id
where
  g.workspace_id = $15
  and g.id = $16
  and (
    g.giver_id = $17
    or case
      when exists (
        select
        from
          award_receivers r
        where
          r.workspace_id = $18
          and r.gift_id = g.id
          and r.user_id = $19
      ) then g.status = 'approved'
      else false
      or exists (
        select
        from
          award_approvers a
        where
          a.workspace_id = $20
          and a.gift_id = g.id
          and (
            a.user_id = $21
            or a.user_id in (
              select
                d.user_id
              from
                approval_delegates d
              where
                d.workspace_id = $22
                and d.delegate_id = $23
                and d.starts_at <= $24
                and d.ends_at > $25
            )
          )
      )
      or exists (
        select
        from
          award_decisions x
        where
          x.workspace_id = $26
          and x.gift_id = g.id
          and x.user_id = $27
      )
    end
  );

-- listGiftRows
select
  g.id,
  g.award_id,
  w.name as award_name,
  w.emoji as award_emoji,
  (
    select
      f.storage_key
    from
      files f
    where
      f.workspace_id = $1
      and f.id = w.picture_file_id
  ) as award_picture_key,
  g.giver_id,
  array(
    select
      r.user_id
    from
      award_receivers r
      join users u on u.workspace_id = r.workspace_id
      and u.id = r.user_id
    where
      r.workspace_id = $2
      and r.gift_id = g.id
    order by
      lower(u.first_name || ' ' || u.last_name),
      u.id
  ) as receiver_ids,
  g.points,
  g.text,
  g.private,
  g.status,
  g.steps,
  g.step,
  g.step_at,
  g.reminded_at,
  g.escalated_at,
  g.asked_at,
  g.budget_id,
  g.post_id,
  g.decline_reason,
  g.receiver_left,
  g.created_at,
  g.ended_at,
  (
    g.status = 'pending'
    and g.giver_id <> $3
    and not exists (
      select
      from
        award_receivers r
      where
        r.workspace_id = $4
        and r.gift_id = g.id
        and r.user_id = $5
    )
    and exists (
      select
      from
        award_approvers a
      where
        a.workspace_id = $6
        and a.gift_id = g.id
        and a.step = g.step
        and (
          a.user_id = $7
          or a.user_id in (
            select
              d.user_id
            from
              approval_delegates d
            where
              d.workspace_id = $8
              and d.delegate_id = $9
              and d.starts_at <= $10
              and d.ends_at > $11
          )
        )
    )
  ) as can_decide,
  exists (
    select
    from
      award_receivers r
    where
      r.workspace_id = $12
      and r.gift_id = g.id
      and r.user_id = $13
  ) as is_receiver,
  (
    select
      b.name
    from
      budgets b
    where
      b.workspace_id = $14
      and b.id = g.budget_id
  ) as budget_name
from
  award_gifts g
  join awards w on w.workspace_id = g.workspace_id
  and w.id = g.award_id
where
  g.workspace_id = $15
  and (
    g.status = 'pending'
    and g.giver_id <> $16
    and not exists (
      select
      from
        award_receivers r
      where
        r.workspace_id = $17
        and r.gift_id = g.id
        and r.user_id = $18
    )
    and exists (
      select
      from
        award_approvers a
      where
        a.workspace_id = $19
        and a.gift_id = g.id
        and a.step = g.step
        and (
          a.user_id = $20
          or a.user_id in (
            select
              d.user_id
            from
              approval_delegates d
            where
              d.workspace_id = $21
              and d.delegate_id = $22
              and d.starts_at <= $23
              and d.ends_at > $24
          )
        )
    )
  )
  and g.id < $25::uuid
order by
  g.id desc
limit
  $26;

-- summarizeGifts
select
  (
    select
      count(*)::int
    from
      (
        select
        from
          award_gifts g
        where
          g.workspace_id = $1
          and (
            g.status = 'pending'
            and g.giver_id <> $2
            and not exists (
              select
              from
                award_receivers r
              where
                r.workspace_id = $3
                and r.gift_id = g.id
                and r.user_id = $4
            )
            and exists (
              select
              from
                award_approvers a
              where
                a.workspace_id = $5
                and a.gift_id = g.id
                and a.step = g.step
                and (
                  a.user_id = $6
                  or a.user_id in (
                    select
                      d.user_id
                    from
                      approval_delegates d
                    where
                      d.workspace_id = $7
                      and d.delegate_id = $8
                      and d.starts_at <= $9
                      and d.ends_at > $10
                  )
                )
            )
          )
        limit
          $11
      ) open
  ) as to_decide,
  exists (
    select
    from
      award_decisions x
    where
      x.workspace_id = $12
      and x.user_id = $13
  ) as has_decided,
  exists (
    select
    from
      award_gifts g
    where
      g.workspace_id = $14
      and g.giver_id = $15
  ) as has_given,
  exists (
    select
    from
      award_gifts g
    where
      g.workspace_id = $16
      and g.status = 'approved'
      and g.id in (
        select
          r.gift_id
        from
          award_receivers r
        where
          r.workspace_id = $17
          and r.user_id = $18
      )
  ) as has_received;

-- listDecisions
select
  gift_id,
  user_id,
  delegate_of,
  approved,
  created_at
from
  award_decisions
where
  workspace_id = $1
  and gift_id = any ($2::uuid[])
order by
  step;

-- listExistingPosts
select
  id
from
  posts
where
  workspace_id = $1
  and id = any ($2::uuid[])
  and deleted_at is null;

-- listDueGifts
select
  workspace_id,
  gift_id
from
  award_gifts_due ($1, $2);
