-- Printed by `npm run generate` for reading; do not edit.

-- ownsBudget
select
from
  budget_owners
where
  workspace_id = $1
  and budget_id = $2
  and user_id = $3;

-- listBudgetOwners
select
  o.budget_id,
  o.user_id
from
  budget_owners o
  join users u on u.workspace_id = o.workspace_id
  and u.id = o.user_id
where
  o.workspace_id = $1
  and o.budget_id = any ($2::uuid[])
order by
  lower(u.first_name || ' ' || u.last_name),
  u.id;

-- replaceBudgetOwners
delete from "budget_owners"
where
  "workspace_id" = $1
  and "budget_id" = $2;
insert into
  "budget_owners" ("workspace_id", "budget_id", "user_id")
values
  ($1, $2, $3);

-- insertMissingOwners
insert into
  budget_owners (workspace_id, budget_id, user_id)
select
  b.workspace_id,
  b.id,
  administrator.id
from
  budgets b
  cross join (
    select
      u.id
    from
      permissions p
      join users u on u.workspace_id = p.workspace_id
      and u.id = p.user_id
    where
      p.workspace_id = $1
      and u.state = 'accepted'
      and (
        p.global_administrator
        or p.account_administrator
      )
    order by
      p.global_administrator desc,
      u.id
    limit
      1
  ) administrator
where
  b.workspace_id = $2
  and b.closed_at is null
  and not exists (
    select
    from
      budget_owners o
      join users u on u.workspace_id = o.workspace_id
      and u.id = o.user_id
    where
      o.workspace_id = b.workspace_id
      and o.budget_id = b.id
      and u.state in ('pending', 'accepted')
  )
on conflict do nothing
returning
  budget_id,
  user_id;
