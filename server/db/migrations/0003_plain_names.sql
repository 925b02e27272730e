-- Standard terms for what had a private name. The functions and triggers under their new names come
-- from db/functions; the old ones exist only in databases that an earlier version has migrated.
alter table chores rename to nightly_runs;
alter index chores_pkey rename to nightly_runs_pkey;
alter table subscriptions rename column seats_told to pushed_seats_version;
alter index hook_deliveries_untold rename to hook_deliveries_of_subject;
drop function if exists user_open, user_note_acceptance, total_recognition_keep,
  total_recognition_less cascade;
drop function if exists seats_take, trials_take, workspace_hold, operation_figures;
