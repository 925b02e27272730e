-- Printed by `npm run generate` for reading; do not edit.

-- scheduleDeletion
update "workspaces"
set
  "deletion_due_at" = $1,
  "deletion_asked_by" = $2
where
  "id" = $3
  and "deletion_due_at" is null
  and "deleted_at" is null;

-- unscheduleDeletion
update "workspaces"
set
  "deletion_due_at" = $1,
  "deletion_asked_by" = $2
where
  "id" = $3
  and "deletion_due_at" is not null
  and "deleted_at" is null;

-- listDueDeletions
select
  workspaces_deletion_due ($1, $2) as id;

-- markWorkspaceDeleted
update "workspaces"
set
  "deleted_at" = $1
where
  "id" = $2
  and "deletion_due_at" <= $3
  and "deleted_at" is null;

-- revokeWorkspaceSessions
update "sessions"
set
  "revoked_at" = $1
where
  "workspace_id" = $2
  and "revoked_at" is null;

-- deleteWaitingMails
delete from "outbox"
where
  "workspace_id" = $1
  and "state" = $2;

-- limitLockWaits
set
  local lock_timeout = '20ms';

-- lockWorkspaceRows
select
  workspace_lock ($1);

-- listOpenOrders
select
  "purchase_id"
from
  "gift_orders"
where
  "workspace_id" = $1
  and "step" not in ($2, $3);

-- deleteDemoRows
select
  demo_remove ($1);

-- deleteHistory
select
  workspace_reset ($1);

-- pruneAccountsOfDeleted
select
  deleted_workspace_prune_accounts ($1);

-- eraseWorkspaceRows
select
  workspace_erase ($1) as keys;
