-- Printed by `npm run generate` for reading; do not edit.

-- findGiftFacts
select
  w.name as award_name,
  g.giver_id,
  named.ids[1] as receiver_id,
  cardinality(named.ids) as receivers,
  g.points,
  g.text,
  g.status,
  g.step,
  g.asked_at,
  g.receiver_left,
  g.decline_reason,
  d.user_id as decliner_id
from
  award_gifts g
  join awards w on w.workspace_id = g.workspace_id
  and w.id = g.award_id
  cross join lateral (
    select
      array_agg(
        u.id
        order by
          lower(u.first_name || ' ' || u.last_name),
          u.id
      ) as ids
    from
      award_receivers r
      join users u on u.workspace_id = r.workspace_id
      and u.id = r.user_id
    where
      r.workspace_id = $1
      and r.gift_id = g.id
  ) named
  left join award_decisions d on d.workspace_id = g.workspace_id
  and d.gift_id = g.id
  and not d.approved
where
  g.workspace_id = $2
  and g.id = $3
  and named.ids is not null;
