-- Printed by `npm run generate` for reading; do not edit.

-- listDueReminders
select
  workspace_id,
  provider,
  week
from
  chat_reminders_due ($1, $2);

-- claimReminders
update chat_links l
set
  reminded_week = $1::date
from
  (
    select
      external_user_id
    from
      chat_links
    where
      workspace_id = $2
      and provider = $3
      and reminded_week is distinct from $4::date
    order by
      external_user_id
    limit
      $5
    for update
      skip locked
  ) due
where
  l.workspace_id = $6
  and l.provider = $7
  and l.external_user_id = due.external_user_id
returning
  l.user_id;
