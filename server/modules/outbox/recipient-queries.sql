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
