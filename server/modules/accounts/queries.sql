-- Printed by `npm run generate` for reading; do not edit.

-- findAccountEmail
select
  "email"
from
  "accounts"
where
  "id" = $1;

-- findOrCreateAccount
select
  id,
  email
from
  accounts
where
  email = any ($1);
insert into
  accounts (id, email, created_at)
select
  id,
  email,
  $1
from
  unnest($2::uuid[], $3::text[]) as account (id, email)
on conflict (email) do nothing;
select
  id,
  email
from
  accounts
where
  email = any ($1);

-- findOrCreateAccounts
select
  id,
  email
from
  accounts
where
  email = any ($1);
insert into
  accounts (id, email, created_at)
select
  id,
  email,
  $1
from
  unnest($2::uuid[], $3::text[]) as account (id, email)
on conflict (email) do nothing;
select
  id,
  email
from
  accounts
where
  email = any ($1);

-- pruneAccount
select
  account_prune ($1);
