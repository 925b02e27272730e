-- Printed by `npm run generate` for reading; do not edit.

-- findOwnEmail
select
  "email"
from
  "users"
where
  "workspace_id" = $1
  and "id" = $2;

-- lockAccountEmail
select
  "email"
from
  "accounts"
where
  "id" = $1
for update;

-- pruneAccountWithEmail
select
  id
from
  accounts
where
  email = $1
  and id <> $2;
select
  account_prune ($1);

-- changeAccountEmail
select
  account_change_email ($1, $2);

-- restoreAccountEmail
select
  account_restore_email ($1, $2, $3);

-- insertAddressChange
insert into
  "address_changes" ("account_id", "old_email", "new_email", "undo_hash", "id", "changed_at")
values
  ($1, $2, $3, $4, $5, $6);

-- findUndoableChange
select
  "id",
  "account_id",
  "old_email",
  "new_email",
  "changed_at"
from
  "address_changes"
where
  "undo_hash" = $1
  and "undone_at" is null
  and "changed_at" > $2;

-- markUndone
select
  "id"
from
  "accounts"
where
  "id" = $1
for update;
update "address_changes"
set
  "undone_at" = $1
where
  "account_id" = $2
  and "undone_at" is null
  and (
    "id" = $3
    or "changed_at" > $4
  )
returning
  "id",
  "new_email";

-- deleteFactorAddedSince
delete from second_factors
where
  account_id = $1
  and (
    confirmed_at is null
    or confirmed_at > $2
  )
returning
  confirmed_at;
