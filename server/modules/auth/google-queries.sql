-- Printed by `npm run generate` for reading; do not edit.

-- findAccountBySub
select
  "id",
  "email"
from
  "accounts"
where
  "google_sub" = $1;

-- isLinkedElsewhere
select
  "id"
from
  "accounts"
where
  "id" = $1
  and "google_sub" <> $2;

-- linkGoogle
update "accounts"
set
  "google_sub" = $1
where
  "id" = $2
  and "google_sub" is null;
select
  "id",
  "email"
from
  "accounts"
where
  "google_sub" = $1;

-- isNonceUsed
select
  "nonce_hash"
from
  "used_google_nonces"
where
  "nonce_hash" = $1;

-- markNonceUsed
insert into
  "used_google_nonces" ("nonce_hash", "expires_at")
values
  ($1, $2)
on conflict do nothing;
