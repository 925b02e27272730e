-- One picture for a post. Before the post is created, it is a file without a reference.
alter table files drop constraint files_kind_check,
  add constraint files_kind_check check (kind in ('avatar', 'logo', 'reward', 'post'));
create index files_of_posts on files (workspace_id, created_by) where kind = 'post';
-- `picture` repeats what a page of posts shows, so that the feed needs no further table:
-- {"width", "height", "alt"}.
alter table posts
  add column picture_file_id uuid,
  add column picture jsonb,
  add constraint posts_picture_file_id_fkey foreign key (workspace_id, picture_file_id)
    references files (workspace_id, id),
  add check ((picture is null) = (picture_file_id is null));
create unique index posts_picture on posts (workspace_id, picture_file_id)
  where picture_file_id is not null;
-- It gets parameters for the picture.
drop function if exists post_create;
