-- Printed by `npm run generate` for reading; do not edit.

-- findStoredGroups
select
  "t"."groups_claimed_at",
  "c"."from_day",
  "c"."to_day",
  "c"."computed_at",
  "c"."summary"
from
  "pair_sum_teams" as "t"
  left join "computed_groups" as "c" on "c"."workspace_id" = "t"."workspace_id"
  and "c"."range" = $1
where
  "t"."workspace_id" = $2
  and "t"."summed_until" = $3;

-- findStoredGroup
select
  people[1:60] as people,
  cardinality(people) as total,
  edges
from
  computed_group_people
where
  workspace_id = $1
  and range = $2
  and $3 = any (people)
limit
  1;

-- claimGroups
update "pair_sum_teams"
set
  "groups_claimed_at" = $1
where
  "workspace_id" = $2
  and "summed_until" = $3
  and (
    "groups_claimed_at" is null
    or "groups_claimed_at" <= $4
  );

-- storeGroups
select
  "workspace_id"
from
  "pair_sum_teams"
where
  "workspace_id" = $1
for no key update;
