-- Printed by `npm run generate` for reading; do not edit.

-- listUsersOfEmployeeNumbers
select
  user_id,
  number
from
  users_of_employee_numbers ($1, $2::text[]);
