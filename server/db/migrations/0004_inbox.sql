-- Events for a person, latest first. Comments and reactions on a post are one item until it is
-- read. docs/inbox.md describes the kinds.
create table inbox_items (
  workspace_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  kind text not null check (kind in (
    'thanks', 'points_added', 'comment', 'reaction', 'purchase_decided', 'purchase_requested',
    'import_finished', 'allowance_ending')),
  post_id uuid,
  comment_id uuid, -- the latest comment of the item
  purchase_id uuid,
  import_id uuid,
  points integer,
  actor_ids uuid[] not null default '{}', -- latest first, bounded
  actor_count integer not null default 0,
  period_start timestamptz, -- the period of an ending allowance
  period_end timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  read_at timestamptz,
  primary key (workspace_id, user_id, id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, comment_id) references comments (workspace_id, id) on delete cascade,
  foreign key (workspace_id, purchase_id) references purchases (workspace_id, id)
    on delete cascade,
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
);
create index inbox_items_order on inbox_items (workspace_id, user_id, updated_at desc, id desc);
create index inbox_items_unread on inbox_items (workspace_id, user_id, updated_at desc)
  where read_at is null;
create index inbox_items_of_post on inbox_items (workspace_id, post_id, kind)
  where post_id is not null;
create index inbox_items_of_comment on inbox_items (workspace_id, comment_id)
  where comment_id is not null;
create index inbox_items_of_purchase on inbox_items (workspace_id, purchase_id)
  where purchase_id is not null;
create index inbox_items_of_import on inbox_items (workspace_id, import_id)
  where import_id is not null;
create index inbox_items_age on inbox_items (workspace_id, updated_at);
-- One unread item for all reactions or comments of a post, one item for open purchases, and one for
-- each ending period.
create unique index inbox_items_unread_of_post on inbox_items (workspace_id, user_id, kind, post_id)
  where read_at is null and kind in ('comment', 'reaction');
create unique index inbox_items_requests on inbox_items (workspace_id, user_id)
  where kind = 'purchase_requested';
create unique index inbox_items_allowance on inbox_items (workspace_id, user_id, period_start)
  where kind = 'allowance_ending';

select enable_tenant_rls('inbox_items');

-- Kinds that a person has switched off. They are not written.
alter table users add column inbox_muted text[] not null default '{}';
