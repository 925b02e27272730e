-- Printed by `npm run generate` for reading; do not edit.

-- deleteExpiredExports
delete from workspace_exports
where
  workspace_id = $1
  and state <> 'in_progress'
  and finished_at < $2;

-- deleteUnusedFiles
delete from files f
where
  f.workspace_id = $1
  and f.created_at < $2
  and not exists (
    select
      1
    from
      users u
    where
      u.workspace_id = $3
      and u.avatar_file_id = f.id
  )
  and not exists (
    select
      1
    from
      workspaces w
    where
      w.id = $4
      and w.logo_file_id = f.id
  )
  and not exists (
    select
      1
    from
      rewards r
    where
      r.workspace_id = $5
      and r.picture_file_id = f.id
  )
  and not exists (
    select
      1
    from
      purchases p
    where
      p.workspace_id = $6
      and p.picture_file_id = f.id
  )
  and not exists (
    select
      1
    from
      posts p
    where
      p.workspace_id = $7
      and p.picture_file_id = f.id
  )
  and not exists (
    select
      1
    from
      awards w
    where
      w.workspace_id = $8
      and w.picture_file_id = f.id
  )
  and not exists (
    select
      1
    from
      group_card_signatures g
    where
      g.workspace_id = $9
      and g.picture_file_id = f.id
  );

-- listReferencedKeys
select
  storage_key
from
  files
where
  workspace_id = $1
  and storage_key = any ($2::text[])
union all
select
  k
from
  unnest($3::text[]) k
  join workspace_exports e on e.workspace_id = $4
  and starts_with(k, 'export-' || e.parts_id || '-');
