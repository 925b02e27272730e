-- Printed by `npm run generate` for reading; do not edit.

-- addJuryToInboxes
select
  u.id
from
  users u
where
  u.workspace_id = $1
  and u.id = any ($2::uuid[])
  and u.state = 'accepted'
  and not u.demo
  and $3 <> all (u.inbox_muted);
insert into
  inbox_items as i (
    workspace_id,
    user_id,
    id,
    updated_at,
    "kind",
    "round_id",
    "created_at",
    "actor_ids",
    "actor_count"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict (workspace_id, user_id, round_id, kind)
where
  round_id is not null do nothing
returning
  user_id;

-- addWordsToInboxes
with recursive
  thanked as materialized (
    select
      e.id,
      e.user_id,
      e.group_id
    from
      nominees e
    where
      e.workspace_id = $1
      and e.round_id = $2
      and exists (
        select
        from
          nominations n
        where
          n.workspace_id = $3
          and n.nominee_id = e.id
          and n.sharing <> 'nothing'
      )
  ),
  below as (
    select
      id as nominee_id,
      group_id as id
    from
      thanked
    where
      group_id is not null
    union
    select
      below.nominee_id,
      g.id
    from
      below
      join groups g on g.workspace_id = $4
      and g.parent_id = below.id
      and g.deleted_at is null
  )
select
  u.id
from
  users u
where
  u.workspace_id = $5
  and u.state = 'accepted'
  and not u.demo
  and $6 <> all (u.inbox_muted)
  and u.id in (
    select
      user_id
    from
      thanked
    where
      user_id is not null
    union
    select
      m.user_id
    from
      below
      join group_members m on m.workspace_id = $7
      and m.group_id = below.id
      and m.left_at is null
    where
      exists (
        select
        from
          nominations n
        where
          n.workspace_id = $8
          and n.nominee_id = below.nominee_id
          and n.sharing <> 'nothing'
          and n.nominator_id <> m.user_id
      )
  );
insert into
  inbox_items as i (workspace_id, user_id, id, updated_at, "kind", "round_id", "created_at")
values
  ($1, $2, $3, $4, $5, $6, $7)
on conflict (workspace_id, user_id, round_id, kind)
where
  round_id is not null do nothing
returning
  user_id;
