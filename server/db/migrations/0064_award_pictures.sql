-- Pictures of awards, and of signatures on cards (docs/moments.md).
alter table files drop constraint files_kind_check,
  add constraint files_kind_check
    check (kind in ('avatar', 'logo', 'reward', 'post', 'award', 'signature'));
alter table awards
  add column picture_file_id uuid,
  add constraint awards_picture_file_id_fkey foreign key (workspace_id, picture_file_id)
    references files (workspace_id, id);
alter table group_card_signatures
  add column picture_file_id uuid,
  add constraint group_card_signatures_picture_file_id_fkey
    foreign key (workspace_id, picture_file_id) references files (workspace_id, id);
create index awards_picture on awards (workspace_id, picture_file_id)
  where picture_file_id is not null;
create index group_card_signatures_picture on group_card_signatures (workspace_id, picture_file_id)
  where picture_file_id is not null;
