-- Printed by `npm run generate` for reading; do not edit.

-- listContributions
select
  "contributions"."purchase_id",
  "contributions"."user_id",
  "users"."email",
  "contributions"."amount",
  "contributions"."status",
  "contributions"."comment",
  "contributions"."created_at"
from
  "contributions"
  inner join "users" on "users"."workspace_id" = "contributions"."workspace_id"
  and "users"."id" = "contributions"."user_id"
where
  "contributions"."workspace_id" = $1
  and "contributions"."purchase_id" in ($2)
order by
  "contributions"."id";

-- listContributionStatuses
select
  "status"
from
  "contributions"
where
  "workspace_id" = $1
  and "purchase_id" = $2
  and "user_id" = $3;

-- listContributorIds
select distinct
  "user_id"
from
  "contributions"
where
  "workspace_id" = $1
  and "purchase_id" in ($2);

-- hasContributed
select
  "id"
from
  "contributions"
where
  "workspace_id" = $1
  and "reward_id" = $2
  and "user_id" = $3
  and "status" <> $4
  and "purchase_id" <> $5;

-- countContributions
select
  count(*) as "n"
from
  "contributions"
where
  "workspace_id" = $1
  and "reward_id" = $2
  and "user_id" = $3
  and "status" <> $4
  and "day" >= $5;

-- sumContributions
select
  sum("amount") as "sum"
from
  "contributions"
where
  "workspace_id" = $1
  and "purchase_id" = $2
  and "status" <> $3;

-- findFulfilledContributions
select
  "id",
  "user_id",
  "amount",
  "day"
from
  "contributions"
where
  "workspace_id" = $1
  and "purchase_id" = $2
  and "status" in ($3)
order by
  "user_id",
  "id";

-- findOpenContributions
select
  "id",
  "user_id",
  "amount",
  "day"
from
  "contributions"
where
  "workspace_id" = $1
  and "purchase_id" = $2
  and "status" in ($3, $4)
  and "user_id" = $5
order by
  "user_id",
  "id";

-- insertContribution
insert into
  "contributions" (
    "workspace_id",
    "id",
    "purchase_id",
    "reward_id",
    "user_id",
    "amount",
    "status",
    "comment",
    "day",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- setContributionStatus
update "contributions"
set
  "status" = $1,
  "fulfilled_at" = $2
where
  "workspace_id" = $3
  and "id" in ($4);

-- markContributionsPurchased
update "contributions"
set
  "status" = $1
where
  "workspace_id" = $2
  and "purchase_id" = $3
  and "status" = $4;

-- addToDailyRedemptions
insert into
  daily_redemptions as d (workspace_id, day, user_id, points, purchases)
values
  ($1, $2::date, $3, $4, $5)
on conflict (workspace_id, day, user_id) do update
set
  points = d.points + excluded.points,
  purchases = d.purchases + excluded.purchases;
