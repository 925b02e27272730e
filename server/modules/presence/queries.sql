-- Printed by `npm run generate` for reading; do not edit.

-- findPresenceProof
select
  "proven_at",
  "confined",
  "sso_connection_id"
from
  "sessions"
where
  "id" = $1;

-- savePresenceProof
update "sessions"
set
  "proven_at" = $1,
  "confined" = sso_connection_id is not null,
  "second_factor" = $2
where
  "id" = $3;

-- markSecondFactorPassed
update "sessions"
set
  "second_factor" = $1
where
  "id" = $2;

-- clearSecondFactorPassed
update "sessions"
set
  "second_factor" = $1
where
  "account_id" = $2
  and "second_factor" = $3;

-- clearOtherPresenceProofs
update "sessions"
set
  "proven_at" = $1
where
  "account_id" = $2
  and "id" <> $3
  and "proven_at" is not null;
