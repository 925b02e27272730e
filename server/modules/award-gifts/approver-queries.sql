-- Printed by `npm run generate` for reading; do not edit.

-- listEligible
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'accepted'
  and not u.demo
  and u.id <> all ($3::uuid[])
order by
  u.id;

-- listEligibleManagers
with recursive
  chain as (
    select
      p.id as root,
      p.manager_id as id,
      1 as level
    from
      users p
    where
      p.workspace_id = $1
      and p.id = any ($2::uuid[])
      and p.manager_id is not null
    union all
    select
      chain.root,
      p.manager_id,
      chain.level + 1
    from
      chain
      join users p on p.workspace_id = $3
      and p.id = chain.id
    where
      p.manager_id is not null
      and chain.level < 20
  )
select distinct
  nearest.id
from
  (
    select distinct
      on (chain.root) u.id
    from
      chain
      join users u on u.workspace_id = $4
      and u.id = chain.id
    where
      u.state = 'accepted'
      and not u.demo
      and u.id <> all ($5::uuid[])
    order by
      chain.root,
      chain.level
  ) nearest
order by
  nearest.id;

-- listEligibleAdministrators
select
  u.id
from
  permissions p
  join users u on u.workspace_id = p.workspace_id
  and u.id = p.user_id
where
  p.workspace_id = $1
  and (
    p.global_administrator
    or p.account_administrator
  )
  and u.state = 'accepted'
  and not u.demo
  and u.id <> all ($2::uuid[])
order by
  p.global_administrator desc,
  u.id
limit
  20;

-- insertApprovers
insert into
  "award_approvers" ("workspace_id", "user_id", "gift_id", "step")
values
  ($1, $2, $3, $4)
on conflict do nothing;

-- listApprovers
select
  gift_id,
  step,
  user_id
from
  award_approvers
where
  workspace_id = $1
  and gift_id = any ($2::uuid[])
order by
  user_id;

-- deleteApprover
delete from "award_approvers"
where
  "workspace_id" = $1
  and "gift_id" = $2
  and "step" = $3
  and "user_id" = $4;

-- listNotified
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.state = 'accepted'
  and not u.demo
  and u.id <> all ($2::uuid[])
  and (
    u.id = any ($3::uuid[])
    or exists (
      select
      from
        approval_delegates d
      where
        d.workspace_id = $4
        and d.user_id = any ($5::uuid[])
        and d.delegate_id = u.id
        and d.starts_at <= $6
        and d.ends_at > $7
    )
  )
order by
  u.id;

-- findApproverFor
select
  a.user_id
from
  award_approvers a
where
  a.workspace_id = $1
  and a.gift_id = $2
  and a.step = $3
  and (
    a.user_id = $4
    or exists (
      select
      from
        approval_delegates d
      where
        d.workspace_id = $5
        and d.user_id = a.user_id
        and d.delegate_id = $6
        and d.starts_at <= $7
        and d.ends_at > $8
    )
  )
order by
  a.user_id = $9 desc,
  a.user_id
limit
  1;

-- insertDecision
insert into
  "award_decisions" ("workspace_id", "gift_id", "step", "user_id", "approved", "created_at")
values
  ($1, $2, $3, $4, $5, $6);

-- listOwnersOfBudget
select
  "user_id"
from
  "budget_owners"
where
  "workspace_id" = $1
  and "budget_id" = $2;

-- countAccepted
select
  count(*)::int as n
from
  users
where
  workspace_id = $1
  and id = any ($2::uuid[])
  and state = 'accepted';
