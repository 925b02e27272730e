-- Printed by `npm run generate` for reading; do not edit.

-- insertMails
insert into
  outbox (
    workspace_id,
    id,
    kind,
    to_address,
    language,
    params,
    user_id,
    import_id,
    next_at,
    created_at
  )
select
  $1,
  id,
  kind,
  to_address,
  language,
  params,
  user_id,
  import_id,
  next_at,
  $2
from
  unnest(
    $3::uuid[],
    $4::text[],
    $5::text[],
    $6::text[],
    $7::jsonb[],
    $8::uuid[],
    $9::uuid[],
    $10::timestamptz[]
  ) as mail (id, kind, to_address, language, params, user_id, import_id, next_at);

-- leaseDueMails
select
  *
from
  outbox_take ($1, make_interval(secs => $2), $3);

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
