-- Printed by `npm run generate` for reading; do not edit.

-- listBudgetRows
select
  b.id,
  b.name,
  b.period,
  b.points,
  b.carry_over_max,
  b.givers,
  b.recipients,
  b.balance::float8 as balance,
  b.funded::float8 as funded,
  b.period_start,
  b.period_end,
  b.created_at,
  b.closed_at
from
  budgets b
where
  b.workspace_id = $1
  and exists (
    select
    from
      budget_owners o
    where
      o.workspace_id = $2
      and o.budget_id = b.id
      and o.user_id = $3
  )
order by
  b.closed_at desc nulls first,
  lower(b.name),
  b.id
limit
  $4;

-- findBudget
select
  b.id,
  b.name,
  b.period,
  b.points,
  b.carry_over_max,
  b.givers,
  b.recipients,
  b.balance::float8 as balance,
  b.funded::float8 as funded,
  b.period_start,
  b.period_end,
  b.created_at,
  b.closed_at
from
  budgets b
where
  b.workspace_id = $1
  and b.id = $2
for no key update;

-- findBudgetBalance
select
  balance::float8 as balance
from
  budgets
where
  workspace_id = $1
  and id = $2
  and closed_at is null
  and (
    period_end is null
    or period_end > $3
  )
for no key update;

-- listBudgetNames
select
  "id",
  "name"
from
  "budgets"
where
  "workspace_id" = $1
  and id = any ($2::uuid[]);

-- listBudgetsEndingBy
select
  b.id,
  b.name,
  b.period,
  b.points,
  b.carry_over_max,
  b.givers,
  b.recipients,
  b.balance::float8 as balance,
  b.funded::float8 as funded,
  b.period_start,
  b.period_end,
  b.created_at,
  b.closed_at,
  s.timezone
from
  budgets b
  join settings s on s.workspace_id = b.workspace_id
where
  b.workspace_id = $1
  and b.closed_at is null
  and b.period_end <= $2
order by
  b.id;

-- countOpenBudgets
select
  count(*)::int as count,
  coalesce(
    bool_or(
      lower(name) = lower($1)
      and id is distinct from $2::uuid
    ),
    false
  ) as is_name_taken
from
  budgets
where
  workspace_id = $3
  and closed_at is null;

-- insertBudget
insert into
  "budgets" (
    "workspace_id",
    "id",
    "name",
    "period",
    "points",
    "recipients",
    "period_start",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8);

-- updateBudgetColumns
update "budgets"
set
  "name" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- listGivableIds
select
  id,
  owned
from
  (
    select
      $1::uuid as id,
      exists (
        select
        from
          budget_owners o
        where
          o.workspace_id = $2
          and o.budget_id = $3
          and o.user_id = u.id
      ) as owned,
      (
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
      ) as given
    from
      users u
    where
      u.workspace_id = $7
      and u.id = $8
  ) c
where
  owned
  or given;

-- includesAll
select
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and not (
    (
      exists (
        select
        from
          users d
        where
          d.workspace_id = $3
          and d.manager_id = u.id
          and d.state in ('pending', 'accepted')
      )
      or exists (
        select
        from
          group_owners o
          join groups g on g.workspace_id = $4
          and g.id = o.group_id
        where
          o.workspace_id = $5
          and o.user_id = u.id
          and g.deleted_at is null
      )
    )
  )
limit
  1;

-- listBudgetMovements
select
  m.id,
  m.type,
  e.amount::float8 as points,
  m.comment as reason,
  m.actor_id,
  p.id as post_id,
  other.id as other_id,
  other.name as other_name,
  m.created_at
from
  entries e
  join movements m on m.workspace_id = e.workspace_id
  and m.id = e.movement_id
  left join posts p on p.workspace_id = m.workspace_id
  and p.id = m.source_id
  and p.deleted_at is null
  and (
    not p.private
    or $1
    or p.from_id = $2
    or $3 = any (p.to_ids)
  )
  left join entries o on m.type = 'budget_moved'
  and o.workspace_id = e.workspace_id
  and o.movement_id = e.movement_id
  and o.budget_id <> e.budget_id
  left join budgets other on other.workspace_id = o.workspace_id
  and other.id = o.budget_id
where
  e.workspace_id = $4
  and e.budget_id = $5
  and not (
    m.type in ('award_held', 'award_released')
    and exists (
      select
      from
        award_receivers r
        join award_gifts g on g.workspace_id = r.workspace_id
        and g.id = r.gift_id
      where
        r.workspace_id = $6
        and r.gift_id = m.source_id
        and r.user_id = $7
        and g.status <> 'approved'
    )
  )
  and e.movement_id < $8::uuid
order by
  e.movement_id desc
limit
  $9;
