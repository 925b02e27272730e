-- Printed by `npm run generate` for reading; do not edit.

-- findMembersByEmail
select
  u.id,
  u.email,
  u.state,
  p.global_administrator,
  p.account_administrator,
  p.rewards_administrator,
  p.billing_administrator
from
  users u
  join permissions p on p.workspace_id = u.workspace_id
  and p.user_id = u.id
where
  u.workspace_id = $1
  and u.email = any ($2)
  and u.email <> '';

-- insertPendingUsers
insert into
  "users" (
    "workspace_id",
    "id",
    "account_id",
    "email",
    "first_name",
    "last_name",
    "job_title",
    "birth_date",
    "hire_date",
    "country",
    "timezone",
    "employee_number",
    "cost_center",
    "away_from",
    "away_to",
    "state",
    "invited_by",
    "invited_at",
    "created_at"
  )
values
  (
    $1,
    $2,
    $3,
    $4,
    $5,
    $6,
    $7,
    $8,
    $9,
    $10,
    $11,
    $12,
    $13,
    $14,
    $15,
    $16,
    $17,
    $18,
    $19
  );

-- deleteWaitingInviteMails
delete from "outbox"
where
  "workspace_id" = $1
  and "user_id" = $2
  and "kind" = $3
  and "state" = $4;

-- updatePendingEmail
update "users"
set
  "email" = $1,
  "account_id" = $2,
  "invited_at" = $3,
  "invited_by" = $4
where
  "workspace_id" = $5
  and "id" = $6
  and "state" = $7
  and "first_accepted_at" is null;
