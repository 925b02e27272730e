-- Queries name the workspace themselves (server/modules/allowances/limits-table.ts). Citus asked every
-- node for the view.
drop view user_limits;
