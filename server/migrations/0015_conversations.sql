-- What stands under a post: comments, reactions, and add-ons, which are posts of their own with a parent. And the search
-- in the texts of posts.

alter table posts
  add column parent_id uuid,
  add column comment_count integer not null default 0 check (comment_count >= 0),
  add column added_score integer not null default 0 check (added_score >= 0),
  add column reaction_counts jsonb not null default '{}',
  add foreign key (workspace_id, parent_id) references posts (workspace_id, id);
-- The feed is what stands by itself.
drop index posts_public;
drop index posts_private;
create index posts_public on posts (workspace_id, id desc) where not private and deleted_at is null and parent_id is null;
create index posts_private on posts (workspace_id, id desc) where private and deleted_at is null and parent_id is null;
create index posts_of_parent on posts (workspace_id, parent_id, id desc) where parent_id is not null and deleted_at is null;

create table comments (
  workspace_id uuid not null,
  id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  text text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
create index comments_of_post on comments (workspace_id, post_id, id desc);

-- How many gave each is kept on the post (posts.reaction_counts), as its likes are.
create table reactions (
  workspace_id uuid not null,
  post_id uuid not null,
  user_id uuid not null,
  reaction text not null check (reaction in ('clap', 'party', 'thanks', 'idea', 'fire', 'smile')),
  created_at timestamptz not null,
  primary key (workspace_id, post_id, user_id, reaction),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id)
);
select wall_off('comments', 'reactions');

alter table settings
  add column comments boolean not null default true,
  add column reactions boolean not null default true,
  add column add_ons boolean not null default true;
