-- Printed by `npm run generate` for reading; do not edit.

-- listPeopleWithDatesOn
select
  id,
  birth_date,
  hire_date
from
  users
where
  workspace_id = $1
  and state = 'accepted'
  and show_dates
  and birth_date is not null
  and (
    extract(
      month
      from
        birth_date
    ) * 100 + extract(
      day
      from
        birth_date
    )
  )::int = any ($2::int[])
union
select
  id,
  birth_date,
  hire_date
from
  users
where
  workspace_id = $3
  and state = 'accepted'
  and show_dates
  and hire_date is not null
  and (
    extract(
      month
      from
        hire_date
    ) * 100 + extract(
      day
      from
        hire_date
    )
  )::int = any ($4::int[]);
