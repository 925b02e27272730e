-- Printed by `npm run generate` for reading; do not edit.

-- findStream
select
  *
from
  "audit_streams"
where
  "workspace_id" = $1;

-- countWaiting
select
  count(*)::integer as count
from
  (
    select
      1
    from
      audit_stream_entries
    where
      workspace_id = $1
    limit
      $2
  ) as waiting;

-- insertStream
insert into
  "audit_streams" ("workspace_id", "kind", "target", "state", "next_at", "created_at")
values
  ($1, $2, $3, $4, $5, $6);

-- updateStream
update "audit_streams"
set
  "state" = $1
where
  "workspace_id" = $2;

-- deleteStream
delete from "audit_streams"
where
  "workspace_id" = $1;
delete from "audit_stream_entries"
where
  "workspace_id" = $1;

-- listDueStreams
select
  id
from
  audit_streams_due ($1, $2) as workspace (id);

-- claimStream
update "audit_streams"
set
  "leased_until" = $1
where
  "workspace_id" = $2
  and "state" = $3
  and "next_at" <= $4
  and (
    "leased_until" is null
    or "leased_until" <= $5
  )
returning
  *;

-- renewStreamLease
update "audit_streams"
set
  "leased_until" = $1
where
  "workspace_id" = $2
  and "leased_until" = $3;

-- finishAttempt
update "audit_streams"
set
  "failures" = $1,
  "last_error" = $2,
  "next_at" = $3,
  "delivered_at" = $4,
  "leased_until" = $5
where
  "workspace_id" = $6
  and "leased_until" = $7;

-- listWaitingEntries
select
  "audit_log".*
from
  "audit_stream_entries"
  inner join "audit_log" on "audit_log"."workspace_id" = "audit_stream_entries"."workspace_id"
  and "audit_log"."id" = "audit_stream_entries"."entry_id"
where
  "audit_stream_entries"."workspace_id" = $1
order by
  "audit_stream_entries"."entry_id"
limit
  $2;

-- deleteSentEntries
delete from audit_stream_entries
where
  workspace_id = $1
  and entry_id = any ($2::uuid[]);
