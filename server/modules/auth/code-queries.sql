-- Printed by `npm run generate` for reading; do not edit.

-- insertCodeWithinLimits
select
  sign_in_code_claim ($1, $2::bytea[], $3::bytea[], $4, $5, $6, $7, $8, $9, $10, $11) as free_at;

-- countAttempt
with
  known as (
    select
      id,
      code_hash,
      tries >= $1
      or expires_at <= $2 as exhausted
    from
      sign_in_codes
    where
      sig_hash = $3
      and email_hash = any ($4::bytea[])
      and purpose = $5
      and used_at is null
  ),
  tried as (
    update sign_in_codes c
    set
      tries = tries + 1
    from
      known
    where
      c.id = known.id
      and c.used_at is null
      and c.expires_at > $6
      and c.tries < $7
    returning
      c.id,
      $8 - c.tries as tries_left
  )
select
  known.id,
  known.code_hash,
  known.exhausted,
  tried.tries_left
from
  known
  left join tried on tried.id = known.id;

-- markCodeUsed
update "sign_in_codes"
set
  "used_at" = $1
where
  "id" = $2
  and "used_at" is null;

-- refundAttempt
update "sign_in_codes"
set
  "tries" = "tries" - $1
where
  "id" = $2
  and "tries" > $3;

-- deleteCode
delete from "sign_in_codes"
where
  "id" = $1;
