-- Printed by `npm run generate` for reading; do not edit.

-- accountExists
select
  "id"
from
  "accounts"
where
  "email" = $1;

-- hasAccounts
select
  "id"
from
  "accounts"
limit
  $1;

-- lockDemoCreation
select
  pg_advisory_xact_lock(4242);

-- setPointsLimit
update "settings"
set
  "points_limit" = $1
where
  "workspace_id" = $2;

-- setPermissions
update "permissions"
set
  "global_administrator" = $1,
  "account_administrator" = $2,
  "rewards_administrator" = $3,
  "billing_administrator" = $4
where
  "workspace_id" = $5
  and "user_id" = $6;

-- setReplyCounts
update "posts"
set
  "comment_count" = $1,
  "reaction_counts" = $2
where
  "workspace_id" = $3
  and "id" = $4;

-- listPrices
select
  "id",
  "price",
  "comment_required"
from
  "rewards"
where
  "workspace_id" = $1
order by
  "price";

-- listWallets
select
  "user_id",
  "balance"
from
  "wallets"
where
  "workspace_id" = $1
order by
  "balance" desc;

-- listWalletsAbove
select
  "user_id",
  "balance"
from
  "wallets"
where
  "workspace_id" = $1
  and "user_id" <> $2
  and "balance" >= $3
order by
  "balance"
limit
  $4;

-- listLastActions
select
  users.id as user_id,
  users.account_id,
  max(actions.at) as at
from
  users
  join (
    select
      from_id as user_id,
      created_at as at
    from
      posts
    where
      workspace_id = $1
    union all
    select
      user_id,
      created_at
    from
      comments
    where
      workspace_id = $2
    union all
    select
      user_id,
      created_at
    from
      reactions
    where
      workspace_id = $3
  ) actions on actions.user_id = users.id
where
  users.workspace_id = $4
  and users.account_id is not null
group by
  users.id,
  users.account_id;

-- insertEndedSessions
insert into
  "sessions" (
    "token_hash",
    "id",
    "account_id",
    "kind",
    "workspace_id",
    "user_id",
    "created_at",
    "seen_at",
    "expires_at",
    "revoked_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- deleteInboxItemsBefore
delete from "inbox_items"
where
  "workspace_id" = $1
  and "updated_at" < $2;

-- deleteMails
delete from "outbox"
where
  "workspace_id" = $1;
