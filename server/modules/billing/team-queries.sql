-- Printed by `npm run generate` for reading; do not edit.

-- listTeamsWithChangedSeats
select
  seats_push_due as workspace_id
from
  seats_push_due ($1);

-- listStaleTeams
select
  billing_stale as workspace_id
from
  billing_stale ('stripe', $1, $2);

-- updatePaidUntil
update "workspaces"
set
  "paid_until" = $1
where
  "id" = $2;

-- findBillingTeam
select
  "trial_ends_at",
  "discount_claimed_at",
  "manual_payments"
from
  "workspaces"
where
  "id" = $1;

-- findBillingState
select
  "paid_until",
  "discount_claimed_at",
  "balance_cents"
from
  "workspaces"
  inner join "billing_customers" on "billing_customers"."workspace_id" = "workspaces"."id"
where
  "workspaces"."id" = $1;

-- countBilledUsers
select
  count(*) as "n"
from
  "users"
where
  "workspace_id" = $1
  and "state" = $2
  and "demo" = $3;

-- listTrialsEnding
select
  trials_ending as workspace_id
from
  trials_ending ($1, $2, $3);

-- markTrialMailed
update "workspaces"
set
  "trial_mailed_at" = $1
where
  "id" = $2
  and "trial_mailed_at" is null;
