-- Printed by `npm run generate` for reading; do not edit.

-- listGrantChanges
with
  due as (
    select distinct
      m.user_id,
      s.permission
    from
      scim_groups s
      join groups g on g.workspace_id = $1
      and g.id = s.group_id
      and g.deleted_at is null
      join group_members m on m.workspace_id = $2
      and m.group_id = s.group_id
      and m.left_at is null
      join users u on u.workspace_id = $3
      and u.id = m.user_id
      and u.state in ('pending', 'accepted')
      and not u.demo
    where
      s.workspace_id = $4
      and s.permission is not null
      and (
        s.permission <> 'account_administrator'
        or exists (
          select
          from
            scim_settings o
          where
            o.workspace_id = $5
            and o.grants_account_administrator
        )
      )
      and "m"."user_id" = any ($6::uuid[])
  ),
  wanted as (
    select
      user_id,
      permission,
      true as grants
    from
      due
    union all
    select
      user_id,
      permission,
      false
    from
      scim_grants s
    where
      s.workspace_id = $7
      and "s"."user_id" = any ($8::uuid[])
      and (s.user_id, s.permission) not in (
        select
          user_id,
          permission
        from
          due
      )
  )
select
  wanted.user_id,
  wanted.permission,
  wanted.grants,
  case wanted.permission
    when 'global_administrator' then p.global_administrator
    when 'account_administrator' then p.account_administrator
    when 'rewards_administrator' then p.rewards_administrator
    else p.billing_administrator
  end as held
from
  wanted
  join permissions p on p.workspace_id = $9
  and p.user_id = wanted.user_id
where
  not wanted.grants
  or not case wanted.permission
    when 'global_administrator' then p.global_administrator
    when 'account_administrator' then p.account_administrator
    when 'rewards_administrator' then p.rewards_administrator
    else p.billing_administrator
  end
order by
  wanted.user_id;

-- updatePermission
update permissions
set
  "rewards_administrator" = $1
where
  workspace_id = $2
  and user_id = any ($3::uuid[]);

-- insertGrants
insert into
  "scim_grants" ("workspace_id", "user_id", "permission")
values
  ($1, $2, $3)
on conflict do nothing;

-- deleteGrants
delete from scim_grants
where
  workspace_id = $1
  and permission = $2
  and user_id = any ($3::uuid[]);
