-- Printed by `npm run generate` for reading; do not edit.

-- isNewPerson
select
from
  users u
where
  u.workspace_id = $1
  and u.id = $2
  and u.state in ('pending', 'accepted')
  and (
    u.first_accepted_at is null
    or u.first_accepted_at > $3
  );

-- isWelcomed
select
from
  users u
  join celebration_rules r on r.workspace_id = $1
  and r.kind = 'welcome'
  and r.enabled
where
  u.workspace_id = $2
  and u.id = $3
  and u.first_accepted_at > $4;

-- listIntroductions
select
  i.person_id,
  i.introduced_by
from
  introductions i
  join users u on u.workspace_id = $1
  and u.id = i.person_id
  and u.state = 'accepted'
where
  i.workspace_id = $2
  and i.user_id = $3
order by
  i.place;

-- listClosestPeople
select
  u.id
from
  users n
  join users u on u.workspace_id = $1
  and u.state = 'accepted'
  and not u.demo
  and u.id <> n.id
  and (
    u.id = n.manager_id
    or u.manager_id = n.manager_id
  )
where
  n.workspace_id = $2
  and n.id = $3
order by
  u.id = n.manager_id desc,
  u.hire_date nulls last,
  u.first_accepted_at,
  u.id
limit
  3;

-- replaceIntroductions
delete from "introductions"
where
  "workspace_id" = $1
  and "user_id" = $2;
insert into
  "introductions" ("workspace_id", "user_id", "person_id", "place", "introduced_by")
values
  ($1, $2, $3, $4, $5);
