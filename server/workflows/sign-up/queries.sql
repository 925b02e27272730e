-- Printed by `npm run generate` for reading; do not edit.

-- insertWorkspaceRow
insert into
  "workspaces" (
    "id",
    "name",
    "logo_file_id",
    "trial_days",
    "trial_ends_at",
    "paid_until",
    "validated_at",
    "discount_claimed_at",
    "demo",
    "created_at",
    "deleted_at",
    "mail_domain"
  )
values
  ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12);

-- insertSettings
insert into
  "settings" ("workspace_id", "language", "timezone")
values
  ($1, $2, $3);
