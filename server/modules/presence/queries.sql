-- Printed by `npm run generate` for reading; do not edit.

-- findPresenceProof
select
  "proven_at",
  "confined"
from
  "sessions"
where
  "id" = $1;

-- savePresenceProof
update "sessions"
set
  "proven_at" = $1,
  "confined" = $2
where
  "id" = $3;

-- clearOtherPresenceProofs
update "sessions"
set
  "proven_at" = $1
where
  "account_id" = $2
  and "id" <> $3
  and "proven_at" is not null;
