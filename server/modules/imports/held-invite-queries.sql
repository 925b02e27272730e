-- Printed by `npm run generate` for reading; do not edit.

-- listDueImports
select
  *
from
  held_invites_due ($1, $2);

-- insertHeldInvites
insert into
  "held_invites" ("workspace_id", "import_id", "user_id")
values
  ($1, $2, $3);

-- listHeldPeople
select
  h.user_id,
  u.email,
  (
    u.state = 'pending'
    and u.invited_at is null
  ) as is_waiting
from
  held_invites h
  join users u on u.workspace_id = h.workspace_id
  and u.id = h.user_id
where
  h.workspace_id = $1
  and h.import_id = $2
  and h.user_id > $3
order by
  h.user_id
limit
  $4
for update of
  u;

-- deleteHeldInvites
delete from held_invites
where
  workspace_id = $1
  and user_id = any ($2::uuid[]);

-- markInvited
update users
set
  invited_at = $1,
  invited_by = $2
where
  workspace_id = $3
  and id = any ($4::uuid[]);

-- setInviteTime
update "imports"
set
  "invites_at" = $1
where
  "workspace_id" = $2
  and "id" = $3;
