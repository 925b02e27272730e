-- Printed by `npm run generate` for reading; do not edit.

-- listGivenAwards
select
  g.id,
  w.name as award,
  g.points,
  g.text,
  g.status,
  g.created_at,
  g.ended_at,
  g.decline_reason,
  array(
    select
      r.user_id
    from
      award_receivers r
    where
      r.workspace_id = $1
      and r.gift_id = g.id
  ) as who
from
  award_gifts g
  join awards w on w.workspace_id = g.workspace_id
  and w.id = g.award_id
where
  g.workspace_id = $2
  and g.giver_id = $3
  and g.id > $4
order by
  g.id
limit
  500;

-- listReceivedAwards
select
  g.id,
  w.name as award,
  g.points,
  g.text,
  g.status,
  g.created_at,
  g.ended_at,
  array[g.giver_id] as who
from
  award_receivers r
  join award_gifts g on g.workspace_id = r.workspace_id
  and g.id = r.gift_id
  join awards w on w.workspace_id = g.workspace_id
  and w.id = g.award_id
where
  r.workspace_id = $1
  and r.user_id = $2
  and r.gift_id > $3
  and g.status = 'approved'
order by
  r.gift_id
limit
  500;

-- listAwardDecisions
select
  d.gift_id as id,
  w.name as award,
  json_agg(
    json_build_object('step', d.step, 'approved', d.approved, 'created_at', d.created_at)
    order by
      d.step
  ) as decisions
from
  award_decisions d
  join award_gifts g on g.workspace_id = d.workspace_id
  and g.id = d.gift_id
  join awards w on w.workspace_id = g.workspace_id
  and w.id = g.award_id
where
  d.workspace_id = $1
  and d.user_id = $2
  and d.gift_id > $3
group by
  d.gift_id,
  w.name
order by
  d.gift_id
limit
  500;
