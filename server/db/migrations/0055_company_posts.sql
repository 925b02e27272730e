-- Posts by the workspace itself (docs/moments.md, decision 062): no sender, but an occasion. They
-- may give no points.
alter table posts
  alter column from_id drop not null,
  add column occasion jsonb check (occasion ->> 'kind' in (
    'birthday', 'anniversary', 'welcome', 'custom', 'award', 'nomination', 'bonus')),
  -- Whether the recipients kept the points of a deleted post.
  add column points_kept boolean not null default false,
  add constraint posts_author_check check ((from_id is null) = (occasion is not null)),
  add constraint posts_points_kept_check
    check (not points_kept or occasion is not null and deleted_at is not null),
  drop constraint posts_score_check,
  add constraint posts_score_check check (score >= 1 or score = 0 and occasion is not null);

-- People who may read a private post beside its recipients, such as a manager.
create table post_readers (
  workspace_id uuid not null,
  user_id uuid not null,
  post_id uuid not null,
  primary key (workspace_id, user_id, post_id),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index post_readers_of_post on post_readers (workspace_id, post_id);
select enable_tenant_rls('post_readers');

alter table movements drop constraint movements_type_check, add constraint movements_type_check
  check (type in (
    'adjust', 'post', 'post_deleted', 'celebration', 'award', 'purchase', 'purchase_declined',
    'purchase_canceled', 'purchase_fulfilled', 'budget_funded', 'budget_returned', 'budget_moved',
    'budget_expired', 'budget_recovered', 'lapsed', 'paid_out'));

alter table inbox_items drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'company_post', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending',
    'budget_ending', 'budget_ended', 'budget_adopted'));
