-- Printed by `npm run generate` for reading; do not edit.

-- listChannelHooks
select
  *,
  (
    select
      count(*) as "n"
    from
      (
        select
          "hook_deliveries"."id"
        from
          "hook_deliveries"
        where
          "hook_deliveries"."workspace_id" = $1
          and "hook_deliveries"."hook_id" = "hooks"."id"
          and "hook_deliveries"."state" = $2
        limit
          $3
      ) as "some"
  ) as "waiting",
  (
    select
      "hook_deliveries"."next_at"
    from
      "hook_deliveries"
    where
      "hook_deliveries"."workspace_id" = $4
      and "hook_deliveries"."hook_id" = "hooks"."id"
      and "hook_deliveries"."state" = $5
    order by
      "hook_deliveries"."next_at"
    limit
      $6
  ) as "next_at",
  (
    exists (
      select
        1
      from
        unnest(hooks.events) chosen
      where
        chosen like 'purchase.%'
    )
    or exists (
      select
        1
      from
        hook_deliveries d
      where
        d.workspace_id = $7
        and d.hook_id = hooks.id
        and d.event like 'purchase.%'
    )
  ) as "carries_purchases"
from
  "hooks"
where
  "workspace_id" = $8
  and "channel_id" is not null
order by
  lower(channel_name),
  "id";

-- listWebhooks
select
  *,
  (
    select
      count(*) as "n"
    from
      (
        select
          "hook_deliveries"."id"
        from
          "hook_deliveries"
        where
          "hook_deliveries"."workspace_id" = $1
          and "hook_deliveries"."hook_id" = "hooks"."id"
          and "hook_deliveries"."state" = $2
        limit
          $3
      ) as "some"
  ) as "waiting",
  (
    select
      "hook_deliveries"."next_at"
    from
      "hook_deliveries"
    where
      "hook_deliveries"."workspace_id" = $4
      and "hook_deliveries"."hook_id" = "hooks"."id"
      and "hook_deliveries"."state" = $5
    order by
      "hook_deliveries"."next_at"
    limit
      $6
  ) as "next_at",
  (
    exists (
      select
        1
      from
        unnest(hooks.events) chosen
      where
        chosen like 'purchase.%'
    )
    or exists (
      select
        1
      from
        hook_deliveries d
      where
        d.workspace_id = $7
        and d.hook_id = hooks.id
        and d.event like 'purchase.%'
    )
  ) as "carries_purchases"
from
  "hooks"
where
  "workspace_id" = $8
  and "kind" in ($9, $10, $11)
order by
  "id";

-- findWebhook
select
  *,
  (
    select
      count(*) as "n"
    from
      (
        select
          "hook_deliveries"."id"
        from
          "hook_deliveries"
        where
          "hook_deliveries"."workspace_id" = $1
          and "hook_deliveries"."hook_id" = "hooks"."id"
          and "hook_deliveries"."state" = $2
        limit
          $3
      ) as "some"
  ) as "waiting",
  (
    select
      "hook_deliveries"."next_at"
    from
      "hook_deliveries"
    where
      "hook_deliveries"."workspace_id" = $4
      and "hook_deliveries"."hook_id" = "hooks"."id"
      and "hook_deliveries"."state" = $5
    order by
      "hook_deliveries"."next_at"
    limit
      $6
  ) as "next_at",
  (
    exists (
      select
        1
      from
        unnest(hooks.events) chosen
      where
        chosen like 'purchase.%'
    )
    or exists (
      select
        1
      from
        hook_deliveries d
      where
        d.workspace_id = $7
        and d.hook_id = hooks.id
        and d.event like 'purchase.%'
    )
  ) as "carries_purchases"
from
  "hooks"
where
  "workspace_id" = $8
  and "id" = $9;

-- lockWebhook
select
  "id"
from
  "hooks"
where
  "workspace_id" = $1
  and "id" = $2
for update;

-- insertWebhook
insert into
  "hooks" ("workspace_id", "id", "kind", "url", "events", "secret", "created_at")
values
  ($1, $2, $3, $4, $5, $6, $7);

-- updateWebhookRow
update "hooks"
set
  "state" = $1
where
  "workspace_id" = $2
  and "id" = $3;

-- deleteWebhookRow
delete from "hooks"
where
  "workspace_id" = $1
  and "id" = $2;

-- replaceWebhookSecret
update "hooks"
set
  "old_secret" = "secret",
  "old_until" = $1,
  "secret" = $2
where
  "workspace_id" = $3
  and "id" = $4;

-- recordWebhookFailure
update hooks
set
  failing_since = coalesce(failing_since, $1),
  failures = failures + (
    wait_until is null
    or wait_until <= $2
  )::int,
  wait_until = greatest(
    wait_until,
    $3::timestamptz + make_interval(secs => coalesce($4::int, least(5 * 2 ^ least(failures, 10), 600)))
  )
where
  workspace_id = $5
  and id = $6
returning
  failing_since;

-- resetWebhookFailures
update "hooks"
set
  "failures" = $1,
  "failing_since" = $2,
  "wait_until" = $3,
  "delivered_at" = $4
where
  "workspace_id" = $5
  and "id" = $6;

-- switchWebhookOff
update "hooks"
set
  "state" = $1,
  "off_reason" = $2
where
  "workspace_id" = $3
  and "id" = $4
  and "state" = $5;
