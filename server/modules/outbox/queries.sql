-- Printed by `npm run generate` for reading; do not edit.

-- insertMails
insert into
  "outbox" (
    "id",
    "kind",
    "to_address",
    "language",
    "user_id",
    "import_id",
    "next_at",
    "params",
    "workspace_id",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
select
  pg_notify ($1, $2);

-- leaseDueMails
select
  *
from
  outbox_take ($1, make_interval(secs => $2), $3);

-- renewMailLease
update outbox
set
  leased_until = clock_timestamp() + make_interval(secs => $1)
where
  workspace_id = $2
  and id = $3
  and state = 'waiting'
  and leased_until > clock_timestamp();

-- findWaitingMail
select
  *
from
  "outbox"
where
  "workspace_id" = $1
  and "id" = $2
  and "state" = $3;

-- updateWaitingMail
update "outbox"
set
  "state" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "state" = $4;
