-- Printed by `npm run generate` for reading; do not edit.

-- findWorkspaceBrand
select
  "workspaces"."name",
  "files"."storage_key" as "logo_key"
from
  "workspaces"
  left join "files" on "files"."workspace_id" = "workspaces"."id"
  and "files"."id" = "workspaces"."logo_file_id"
where
  "workspaces"."id" = $1;

-- findWorkspace
select
  "workspaces"."name",
  "files"."storage_key" as "logo_key",
  "workspaces"."id",
  "workspaces"."trial_days",
  "workspaces"."trial_ends_at",
  "workspaces"."paid_until",
  "workspaces"."manual_payments",
  "workspaces"."deletion_due_at",
  "workspaces"."deletion_asked_by",
  (
    select
      count(*) as "n"
    from
      "users"
    where
      "users"."workspace_id" = $1
      and "users"."state" = $2
      and "users"."demo" = $3
  ) as "users_count"
from
  "workspaces"
  left join "files" on "files"."workspace_id" = "workspaces"."id"
  and "files"."id" = "workspaces"."logo_file_id"
where
  "workspaces"."id" = $4;

-- findBillingState
select
  "trial_ends_at",
  "paid_until",
  "manual_payments"
from
  "workspaces"
where
  "id" = $1;

-- findTimezone
select
  "timezone"
from
  "settings"
where
  "workspace_id" = $1;

-- findSettings
select
  *
from
  "settings"
where
  "workspace_id" = $1;

-- lockSettings
select
  *
from
  "settings"
where
  "workspace_id" = $1
for update;

-- updateSettingsColumns
update "settings"
set
  "comments" = $1
where
  "workspace_id" = $2;

-- updateWorkspaceColumns
update "workspaces"
set
  "name" = $1
where
  "id" = $2;

-- findOnboardingFacts
select
  u.avatar_file_id is not null as photo,
  u.first_name <> ''
  and u.last_name <> '' as named,
  u.checklist_dismissed_at is not null as dismissed,
  exists (
    select
      1
    from
      users o
    where
      o.workspace_id = $1
      and o.invited_by is not null
      and not o.demo
  ) as invited,
  exists (
    select
      1
    from
      posts p
    where
      p.workspace_id = $2
      and p.from_id = u.id
      and p.deleted_at is null
      and p.imported_from is null
  ) as posted,
  exists (
    select
      1
    from
      "values" v
    where
      v.workspace_id = $3
      and v.updated_at is not null
  ) as values_touched,
  exists (
    select
      1
    from
      rewards r
    where
      r.workspace_id = $4
      and not r.demo
      and r.deleted_at is null
  ) as reward_made,
  exists (
    select
      1
    from
      rewards r
    where
      r.workspace_id = $5
      and r.deleted_at is null
      -- An open team purchase may have taken the last unit, and the shop still offers it.
      and (
        r.available_amount is null
        or r.available_amount > 0
        or exists (
          select
            1
          from
            purchases p
          where
            p.workspace_id = $6
            and p.reward_id = r.id
            and p.reward_type = 'team'
            and p.status = 'pending'
        )
      )
  ) as rewards_exist,
  exists (
    select
      1
    from
      contributions c
      join purchases p on p.workspace_id = c.workspace_id
      and p.id = c.purchase_id
    where
      c.workspace_id = $7
      and c.user_id = u.id
      and (
        c.status <> 'declined'
        or p.status = 'declined'
      )
  ) as purchases_exist,
  exists (
    select
      1
    from
      reward_goals g
    where
      g.workspace_id = $8
      and g.user_id = u.id
  ) as has_goal,
  exists (
    select
      1
    from
      users o
    where
      o.workspace_id = $9
      and o.manager_id = u.id
      and o.state in ('pending', 'accepted')
  ) as has_reports,
  exists (
    select
      1
    from
      budgets b
    where
      b.workspace_id = $10
      and b.closed_at is null
  ) as has_budgets,
  exists (
    select
      1
    from
      awards a
    where
      a.workspace_id = $11
  ) as has_awards,
  (
    select
      w.discount_claimed_at is null
      and not w.demo
    from
      workspaces w
    where
      w.id = $12
  ) as offer_open,
  (
    select
      w.offer_dismissed_at is not null
    from
      workspaces w
    where
      w.id = $13
  ) as offer_hidden,
  exists (
    select
      1
    from
      users o
    where
      o.workspace_id = $14
      and o.demo
  ) as demo_data
from
  users u
where
  u.workspace_id = $15
  and u.id = $16;

-- countMemberships
select
  count(*) as "n"
from
  "users"
  inner join "workspaces" on "workspaces"."id" = "users"."workspace_id"
where
  "users"."account_id" = $1
  and "users"."state" in ($2, $3)
  and "workspaces"."deleted_at" is null;

-- claimTeamCreation
select
  team_creation_claim ($1, $2, $3, $4) as free_at;

-- releaseTeamCreation
delete from "team_creations"
where
  "id" = $1;

-- listWorkspaceIdsAfter
select
  workspaces_after ($1, $2) as id;
