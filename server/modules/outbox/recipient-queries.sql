-- Printed by `npm run generate` for reading; do not edit.

-- findRedemptionRecipients
select
  u.id as user_id,
  u.email as to,
  coalesce(u.language, s.language) as language
from
  permissions p
  join users u on u.workspace_id = p.workspace_id
  and u.id = p.user_id
  join settings s on s.workspace_id = p.workspace_id
where
  p.workspace_id = $1
  and u.state = 'accepted'
  and u.email <> ''
  and p.rewards_administrator
  and u.id <> $2
  and u.notify_reward_redeemed
  and s.notify_reward_redeemed;

-- findBillingRecipients
select
  u.id as user_id,
  u.email as to,
  coalesce(u.language, s.language) as language
from
  permissions p
  join users u on u.workspace_id = p.workspace_id
  and u.id = p.user_id
  join settings s on s.workspace_id = p.workspace_id
where
  p.workspace_id = $1
  and u.state = 'accepted'
  and u.email <> ''
  and p.billing_administrator;

-- findAccountAdminRecipients
select
  u.id as user_id,
  u.email as to,
  coalesce(u.language, s.language) as language
from
  permissions p
  join users u on u.workspace_id = p.workspace_id
  and u.id = p.user_id
  join settings s on s.workspace_id = p.workspace_id
where
  p.workspace_id = $1
  and u.state = 'accepted'
  and u.email <> ''
  and p.account_administrator;

-- findAlertRecipients
select
  u.id as user_id,
  u.email as to,
  coalesce(u.language, s.language) as language
from
  permissions p
  join users u on u.workspace_id = p.workspace_id
  and u.id = p.user_id
  join settings s on s.workspace_id = p.workspace_id
where
  p.workspace_id = $1
  and u.state = 'accepted'
  and u.email <> ''
  and (
    p.rewards_administrator
    or p.billing_administrator
    or p.account_administrator
  )
  and u.id <> $2;

-- findDecisionRecipients
select
  u.id as user_id,
  u.email as to,
  coalesce(u.language, s.language) as language
from
  users u
  join settings s on s.workspace_id = u.workspace_id
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'accepted'
  and u.email <> ''
  and u.notify_reward_fulfilled
  and s.notify_reward_fulfilled;

-- findThanksRecipients
select
  u.id as user_id,
  u.email as to,
  coalesce(u.language, s.language) as language
from
  users u
  join settings s on s.workspace_id = u.workspace_id
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'accepted'
  and u.email <> ''
  and u.notify_points_received
  and s.notify_points_received;

-- findAwardRecipients
select
  u.id as user_id,
  u.email as to,
  coalesce(u.language, s.language) as language
from
  users u
  join settings s on s.workspace_id = u.workspace_id
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'accepted'
  and u.email <> ''
  and u.notify_awards
  and s.notify_awards;

-- findLeaverRecipients
select
  u.id as user_id,
  '' as to,
  coalesce(u.language, s.language) as language
from
  users u
  join settings s on s.workspace_id = u.workspace_id
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'deactivated'
  and exists (
    select
    from
      leaver_graces g
      join purchases p on p.workspace_id = g.workspace_id
    where
      g.workspace_id = u.workspace_id
      and g.user_id = u.id
      and p.id = $3
      and p.created_at >= g.started_at
  )
  and not exists (
    select
    from
      leaver_graces g
    where
      g.workspace_id = u.workspace_id
      and g.user_id = u.id
      and g.ended_at is null
      and g.held_at is not null
  );
