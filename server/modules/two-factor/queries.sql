-- Printed by `npm run generate` for reading; do not edit.

-- findTwoFactor
select
  confirmed_at,
  (
    select
      count(*)
    from
      recovery_codes r
    where
      r.account_id = f.account_id
  ) as recovery_codes_left
from
  second_factors f
where
  account_id = $1;

-- findTwoFactorAccountId
select
  "accounts"."id"
from
  "second_factors"
  inner join "accounts" on "accounts"."id" = "second_factors"."account_id"
where
  "confirmed_at" is not null
  and "accounts"."email" = $1;

-- insertTwoFactorSetup
insert into
  second_factors as f (account_id, secret, created_at, tries_since)
values
  ($1, $2, $3, $4)
on conflict (account_id) do update
set
  secret = excluded.secret,
  created_at = excluded.created_at,
  last_step = 0,
  tries = 0,
  tries_since = excluded.tries_since
where
  f.confirmed_at is null;

-- markTwoFactorConfirmed
update "second_factors"
set
  "confirmed_at" = $1,
  "last_step" = $2,
  "tries" = $3,
  "tries_since" = $4
where
  "account_id" = $5
  and "confirmed_at" is null;

-- lockTwoFactorSecret
select
  "secret"
from
  "second_factors"
where
  "account_id" = $1
  and "confirmed_at" is not null
for update;

-- deleteTwoFactor
delete from "second_factors"
where
  "account_id" = $1
  and "confirmed_at" is not null;

-- countTwoFactorAttempt
update second_factors
set
  tries = case
    when tries_since <= $1 then 1
    else tries + 1
  end,
  tries_since = case
    when tries = 0
    or tries_since <= $2 then $3
    else tries_since
  end
where
  account_id = $4
  and confirmed_at is null
  and created_at > $5
  and (
    tries < $6
    or tries_since <= $7
  )
returning
  secret;
select
  tries_since as "lockedSince"
from
  second_factors
where
  account_id = $1
  and confirmed_at is null
  and created_at > $2;

-- consumeTotpStep
update "second_factors"
set
  "last_step" = $1,
  "tries" = greatest("tries" - $2, $3)
where
  "account_id" = $4
  and "confirmed_at" is not null
  and "last_step" < $5;

-- replaceRecoveryCodes
delete from "recovery_codes"
where
  "account_id" = $1;
insert into
  "recovery_codes" ("account_id", "code_hash", "created_at")
values
  ($1, $2, $3),
  ($4, $5, $6);

-- consumeRecoveryCode
update second_factors
set
  tries = greatest(tries - 1, 0)
where
  account_id = $1;
delete from "recovery_codes"
where
  "account_id" = $1
  and "code_hash" = $2;
select
  count(*) as "left"
from
  "recovery_codes"
where
  "account_id" = $1;

-- listAccountWorkspaceIds
select
  "users"."workspace_id"
from
  "users"
  inner join "workspaces" on "workspaces"."id" = "users"."workspace_id"
where
  "users"."account_id" = $1
  and "workspaces"."deleted_at" is null
order by
  "users"."state" = $2 desc,
  "users"."created_at",
  "users"."id";

-- findAccountRecipient
select
  "users"."id" as "user_id",
  "users"."email" as "to",
  coalesce("users"."language", "settings"."language") as "language"
from
  "users"
  inner join "settings" on "settings"."workspace_id" = "users"."workspace_id"
where
  "users"."workspace_id" = $1
  and "users"."account_id" = $2;
