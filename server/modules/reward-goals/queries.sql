-- Printed by `npm run generate` for reading; do not edit.

-- findGoal
select
  "reward_id"
from
  "reward_goals"
where
  "workspace_id" = $1
  and "user_id" = $2;

-- upsertGoal
insert into
  "reward_goals" ("workspace_id", "user_id", "reward_id", "created_at")
values
  ($1, $2, $3, $4)
on conflict ("workspace_id", "user_id") do update
set
  "reward_id" = $5,
  "created_at" = $6;

-- deleteGoal
delete from "reward_goals"
where
  "workspace_id" = $1
  and "user_id" = $2
  and "reward_id" = $3;
