-- Printed by `npm run generate` for reading; do not edit.

-- insertRemovedAddress
insert into
  "removed_addresses" ("workspace_id", "address_hash", "removed_at")
values
  ($1, $2, $3)
on conflict do nothing;

-- deleteRemovedAddresses
delete from removed_addresses
where
  workspace_id = $1
  and address_hash = any ($2::bytea[]);

-- hasRemovedAddress
select
  1
from
  removed_addresses
where
  workspace_id = $1
  and address_hash = any ($2::bytea[])
limit
  1;
