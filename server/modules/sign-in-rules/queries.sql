-- Printed by `npm run generate` for reading; do not edit.

-- findEntryRule
select
  "settings"."sso_required",
  "permissions"."account_administrator"
from
  "settings"
  inner join "permissions" on "permissions"."workspace_id" = "settings"."workspace_id"
where
  "settings"."workspace_id" = $1
  and "permissions"."user_id" = $2;

-- findSignIn
select
  "second_factor",
  "method",
  "workspace_id",
  "sso_connection_id"
from
  "sessions"
where
  "id" = $1;

-- hasManyRefusals
select
  count(*)::integer as count
from
  (
    select
      1
    from
      audit_log
    where
      workspace_id = $1
      and id >= $2
      and action in ('sign_in.enter', 'sign_in.refuse')
      and action = 'sign_in.refuse'
    limit
      $3
  ) as refused;
