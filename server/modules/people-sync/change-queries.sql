-- Printed by `npm run generate` for reading; do not edit.

-- insertChanges
insert into
  "people_sync_changes" ("workspace_id", "run_id", "position", "outcome")
values
  ($1, $2, $3, $4);

-- insertMissingPeople
select
  (
    select
      coalesce(max(r.line), 0)
    from
      people_sync_rows r
    where
      r.workspace_id = $1
      and r.run_id = $2
  ) + row_number() over (
    order by
      f.user_id
  ) as position,
  f.user_id,
  u.email,
  trim(u.first_name || ' ' || u.last_name) as name,
  case
    when m.user_id is null then 'missing'
    else 'deactivated'
  end as outcome
from
  people_sync_fields f
  join users u on u.workspace_id = f.workspace_id
  and u.id = f.user_id
  and u.state in ('pending', 'accepted')
  left join people_sync_missing m on m.workspace_id = f.workspace_id
  and m.user_id = f.user_id
where
  f.workspace_id = $3
  and not exists (
    select
      1
    from
      people_sync_rows r
    where
      r.workspace_id = $4
      and r.run_id = $5
      and r.user_id = f.user_id
  );

-- countSynced
select
  count(*)::integer as count
from
  users u
where
  u.workspace_id = $1
  and u.state in ('pending', 'accepted')
  and u.id in (
    select
      user_id
    from
      people_sync_fields
    where
      workspace_id = $2
    union
    select
      user_id
    from
      people_sync_rows
    where
      workspace_id = $3
      and run_id = $4
      and user_id is not null
  );

-- listOpenChanges
select
  *
from
  "people_sync_changes"
where
  "workspace_id" = $1
  and "run_id" = $2
  and "is_done" = $3
order by
  "position"
limit
  $4;

-- markDone
update people_sync_changes c
set
  is_done = true,
  user_id = coalesce(c.user_id, done.user_id),
  outcome = done.outcome,
  code = coalesce(done.code, c.code)
from
  unnest($1::int[], $2::uuid[], $3::text[], $4::text[]) as done (position, user_id, outcome, code)
where
  c.workspace_id = $5
  and c.run_id = $6
  and c.position = done.position
  and c.position = any ($7::int[]);
update people_sync_runs
set
  applied_count = applied_count + $1
where
  workspace_id = $2
  and id = $3;

-- markManagerCircles
update people_sync_changes
set
  code = 'manager_circle'
where
  workspace_id = $1
  and run_id = $2
  and code is null
  and user_id = any ($3::uuid[]);

-- recountOutcomes
update people_sync_runs r
set
  new_count = c.new,
  changed_count = c.changed,
  conflict_count = c.conflict,
  missing_count = c.missing,
  deactivated_count = c.deactivated,
  refused_count = c.refused
from
  (
    select
      count(*) filter (
        where
          outcome = 'new'
      ) as new,
      count(*) filter (
        where
          outcome = 'changed'
      ) as changed,
      count(*) filter (
        where
          outcome = 'conflict'
      ) as conflict,
      count(*) filter (
        where
          outcome = 'missing'
      ) as missing,
      count(*) filter (
        where
          outcome = 'deactivated'
      ) as deactivated,
      count(*) filter (
        where
          outcome = 'refused'
      ) as refused
    from
      people_sync_changes
    where
      workspace_id = $1
      and run_id = $2
  ) c
where
  r.workspace_id = $3
  and r.id = $4;

-- listChanges
select
  *
from
  "people_sync_changes"
where
  "workspace_id" = $1
  and "run_id" = $2
  and "position" > $3
  and "outcome" <> $4
order by
  "position"
limit
  $5;
