-- Printed by `npm run generate` for reading; do not edit.

-- dismissChecklist
update "users"
set
  "checklist_dismissed_at" = $1
where
  "workspace_id" = $2
  and "id" = $3
  and "checklist_dismissed_at" is null;
