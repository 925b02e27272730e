-- Printed by `npm run generate` for reading; do not edit.

-- findMemberState
select
  "state"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- findBillingMailData
select
  "workspaces"."name",
  "workspaces"."trial_ends_at",
  "settings"."timezone",
  "subscriptions"."status",
  "subscriptions"."open_invoice"
from
  "workspaces"
  inner join "settings" on "settings"."workspace_id" = "workspaces"."id"
  left join "subscriptions" on "subscriptions"."workspace_id" = "workspaces"."id"
  inner join "permissions" on "permissions"."workspace_id" = "workspaces"."id"
where
  "permissions"."user_id" = $1
  and "permissions"."billing_administrator" = $2
  and "workspaces"."id" = $3;

-- findHookMailData
select
  "hooks"."kind",
  "hooks"."url",
  "hooks"."description",
  "hooks"."off_reason",
  "workspaces"."name"
from
  "hooks"
  inner join "workspaces" on "workspaces"."id" = "hooks"."workspace_id"
  inner join "permissions" on "permissions"."workspace_id" = "hooks"."workspace_id"
where
  "hooks"."workspace_id" = $1
  and "hooks"."id" = $2
  and "hooks"."state" = $3
  and "permissions"."user_id" = $4
  and (
    "permissions"."global_administrator" = $5
    or "permissions"."account_administrator" = $6
  );

-- isScimPaused
select
  "workspace_id"
from
  "scim_settings"
where
  "workspace_id" = $1
  and "paused_at" is not null;

-- findTokenMailData
select
  "name",
  "expires_at"
from
  "sessions"
where
  "workspace_id" = $1
  and "id" = $2;
select
  "workspaces"."name" as "team",
  "settings"."timezone"
from
  "workspaces"
  inner join "settings" on "settings"."workspace_id" = "workspaces"."id"
where
  "workspaces"."id" = $1;

-- findGrantMailData
select
  "client_id",
  "client_name",
  "scopes",
  "reads_private",
  "created_at"
from
  "oauth_grants"
where
  "workspace_id" = $1
  and "id" = $2;
select
  "workspaces"."name" as "team",
  "settings"."timezone"
from
  "workspaces"
  inner join "settings" on "settings"."workspace_id" = "workspaces"."id"
where
  "workspaces"."id" = $1;

-- findDeletionMailData
select
  "workspaces"."name" as "team",
  "workspaces"."deletion_due_at",
  "settings"."timezone"
from
  "workspaces"
  inner join "settings" on "settings"."workspace_id" = "workspaces"."id"
where
  "workspaces"."id" = $1;

-- findAccountMailTeam
select
  "workspaces"."name" as "team",
  "settings"."timezone"
from
  "permissions"
  inner join "workspaces" on "workspaces"."id" = "permissions"."workspace_id"
  inner join "settings" on "settings"."workspace_id" = "permissions"."workspace_id"
where
  "permissions"."workspace_id" = $1
  and "permissions"."user_id" = $2
  and "permissions"."account_administrator" = $3;

-- findExpiringConnection
select
  "name"
from
  "sso_connections"
where
  "workspace_id" = $1
  and "id" = $2
  and "certificate_expires_at" = $3;

-- findAlertMailTeam
select
  "workspaces"."name"
from
  "permissions"
  inner join "workspaces" on "workspaces"."id" = "permissions"."workspace_id"
where
  "permissions"."workspace_id" = $1
  and "permissions"."user_id" = $2
  and (
    "permissions"."rewards_administrator" = $3
    or "permissions"."billing_administrator" = $4
    or "permissions"."account_administrator" = $5
  );

-- findExpiryMailTeam
select
  "workspaces"."name"
from
  "users"
  inner join "workspaces" on "workspaces"."id" = "users"."workspace_id"
  inner join "point_expiry" on "point_expiry"."workspace_id" = "users"."workspace_id"
  inner join "wallets" on "wallets"."workspace_id" = "users"."workspace_id"
  and "wallets"."user_id" = "users"."id"
where
  "users"."workspace_id" = $1
  and "users"."id" = $2
  and "users"."state" = $3
  and "wallets"."balance" > $4;

-- findYearlyBudgetMailTeam
select
  "workspaces"."name"
from
  "permissions"
  inner join "workspaces" on "workspaces"."id" = "permissions"."workspace_id"
  inner join "yearly_budgets" on "yearly_budgets"."workspace_id" = "permissions"."workspace_id"
where
  "permissions"."workspace_id" = $1
  and "permissions"."user_id" = $2
  and "permissions"."billing_administrator" = $3;
