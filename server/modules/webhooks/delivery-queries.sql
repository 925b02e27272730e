-- Printed by `npm run generate` for reading; do not edit.

-- findDelivery
select
  *
from
  "hook_deliveries"
where
  "workspace_id" = $1
  and "id" = $2;

-- findWaitingDelivery
select
  *
from
  "hook_deliveries"
where
  "workspace_id" = $1
  and "id" = $2
  and "state" = $3;

-- listDeliveries
select
  *
from
  "hook_deliveries"
where
  "workspace_id" = $1
  and "hook_id" = $2
  and (created_at, id) < ($3, $4::uuid)
order by
  "created_at" desc,
  "id" desc
limit
  $5;

-- claimDueDeliveries
update hook_deliveries d
set
  attempts = d.attempts + 1,
  next_at = $1
from
  (
    select
      id
    from
      hook_deliveries
    where
      workspace_id = $2
      and hook_id = $3
      and state = 'waiting'
      and next_at <= $4
      and exists (
        select
          1
        from
          hooks
        where
          workspace_id = $5
          and id = $6
          and state = 'active'
          and (
            wait_until is null
            or wait_until <= $7
          )
          and (
            channel_id is null
            or hook_deliveries.id = (
              select
                first.id
              from
                hook_deliveries first
              where
                first.workspace_id = $8
                and first.hook_id = $9
                and first.state = 'waiting'
              order by
                first.created_at,
                first.subject_id,
                first.id
              limit
                1
            )
          )
      )
    order by
      next_at
    limit
      $10
    for update
      skip locked
  ) due
where
  d.workspace_id = $11
  and d.id = due.id
returning
  d.id;

-- renewDeliveryLease
update "hook_deliveries"
set
  "next_at" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "state" = $4
  and "next_at" = $5;

-- findDueWebhooks
select
  *
from
  hooks_due ($1, $2);

-- deleteOldDeliveries
select
  hook_deliveries_prune ($1, $2) as deleted;

-- insertTestDelivery
insert into
  "hook_deliveries" (
    "workspace_id",
    "id",
    "hook_id",
    "event",
    "subject_id",
    "attempts",
    "next_at",
    "created_at"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8);

-- resetDelivery
update "hook_deliveries"
set
  "state" = $1,
  "attempts" = $2,
  "next_at" = $3
where
  "workspace_id" = $4
  and "hook_id" = $5
  and "id" = $6
returning
  *;

-- updateWaitingDelivery
update "hook_deliveries"
set
  "state" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "state" = $4;

-- resetRetriedDeliveries
update "hook_deliveries"
set
  "attempts" = $1,
  "next_at" = $2
where
  "workspace_id" = $3
  and "hook_id" = $4
  and "state" = $5
  and "attempts" > $6;
