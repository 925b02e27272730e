-- Printed by `npm run generate` for reading; do not edit.

-- findState
select
  "payload",
  "consumed_at"
from
  "oauth_states"
where
  "model" = $1
  and "id_hash" = $2
  and "expires_at" > $3;

-- findStateByUid
select
  "payload",
  "consumed_at"
from
  "oauth_states"
where
  "model" = $1
  and "uid_hash" = $2
  and "expires_at" > $3;

-- saveState
insert into
  "oauth_states" ("model", "id_hash", "uid_hash", "grant_id", "payload", "expires_at")
values
  ($1, $2, $3, $4, $5, $6)
on conflict ("model", "id_hash") do update
set
  "uid_hash" = $7,
  "grant_id" = $8,
  "payload" = $9,
  "expires_at" = $10;

-- consumeState
update "oauth_states"
set
  "consumed_at" = $1
where
  "model" = $2
  and "id_hash" = $3
  and "consumed_at" is null;

-- deleteState
delete from "oauth_states"
where
  "model" = $1
  and "id_hash" = $2;
