-- Printed by `npm run generate` for reading; do not edit.

-- findAddresses
select
  "users"."email",
  "personal_addresses"."address"
from
  "users"
  left join "personal_addresses" on "personal_addresses"."workspace_id" = "users"."workspace_id"
  and "personal_addresses"."user_id" = "users"."id"
where
  "users"."workspace_id" = $1
  and "users"."id" = $2;

-- saveAddress
insert into
  "personal_addresses" ("workspace_id", "user_id", "address", "updated_at")
values
  ($1, $2, $3, $4)
on conflict ("workspace_id", "user_id") do update
set
  "address" = "excluded"."address",
  "updated_at" = "excluded"."updated_at";

-- deleteAddress
delete from "personal_addresses"
where
  "workspace_id" = $1
  and "user_id" = $2;
