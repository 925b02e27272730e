-- Printed by `npm run generate` for reading; do not edit.

-- findBudgetTeam
select
  "mail_domain",
  "invites_per_day",
  "manual_payments",
  "paid_until"
from
  "workspaces"
where
  "id" = $1;

-- listInvites
select
  day,
  own_invites as own,
  other_invites as other
from
  mail_budgets
where
  workspace_id = $1
  and day >= $2::date;

-- addInvites
insert into
  mail_budgets as b (workspace_id, day, own_invites, other_invites)
values
  ($1, $2, $3, $4)
on conflict (workspace_id, day) do update
set
  own_invites = b.own_invites + excluded.own_invites,
  other_invites = b.other_invites + excluded.other_invites;

-- addNotice
insert into
  mail_budgets as b (workspace_id, day, notices)
values
  ($1, $2, 1)
on conflict (workspace_id, day) do update
set
  notices = b.notices + 1
where
  b.notices < $3
returning
  1;
