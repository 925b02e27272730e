-- The history of another product (docs/history-imports.md, decision 070): its posts, without points
-- that move.
create table history_imports (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  product text not null check (product in (
    'bonusly', 'nectar', 'heytaco', 'karma', 'kudos', 'other')),
  state text not null check (state in (
    'uploaded', 'checking', 'checked', 'in_progress', 'finished', 'undoing', 'undone', 'failed')),
  file_name text not null,
  header text[] not null,
  fields text[] not null,
  date_order text check (date_order in ('dmy', 'mdy')),
  rows_count integer not null,
  done_count integer not null default 0,
  created_count integer not null default 0,
  known_count integer not null default 0, -- posts of an earlier import
  refused_count integer not null default 0,
  totals jsonb, -- of the last check
  creates_values boolean not null default false,
  opens_balances boolean not null default false,
  counted_before date, -- posts of this day and later stay out of reports
  prepared_at timestamptz, -- people and values exist from here on
  balances_at timestamptz, -- balances are listed from here on
  created_by uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  last_error text not null default '',
  primary key (workspace_id, id)
);
create unique index history_imports_running on history_imports (workspace_id)
  where state in ('checking', 'in_progress', 'undoing');

-- The rows of a file, until they are posts. A check fills the columns after `cells`.
create table history_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  line integer not null,
  cells text[] not null,
  post_id uuid, -- made of the content, so that the same row is the same post
  posted_at timestamptz,
  day date,
  giver text,
  receivers text[],
  points integer,
  body text,
  tag text,
  private boolean,
  code text, -- why the row is refused
  primary key (workspace_id, import_id, line),
  foreign key (workspace_id, import_id) references history_imports (workspace_id, id)
    on delete cascade
);

-- The people of a file. Someone without an account gets a deleted user, a former teammate.
create table history_people (
  workspace_id uuid not null,
  import_id uuid not null,
  key text not null, -- the address, or the name without one
  name text not null,
  email text not null,
  user_id uuid,
  former boolean not null default false, -- the import has created the user
  given_posts integer not null default 0,
  given_points bigint not null default 0,
  received_posts integer not null default 0,
  received_points bigint not null default 0,
  primary key (workspace_id, import_id, key),
  foreign key (workspace_id, import_id) references history_imports (workspace_id, id)
    on delete cascade
);
create index history_people_of_user on history_people (workspace_id, user_id)
  where user_id is not null;
create index history_people_of_key on history_people (workspace_id, key)
  where user_id is not null;

create table history_tags (
  workspace_id uuid not null,
  import_id uuid not null,
  tag text not null,
  posts integer not null,
  value_id uuid,
  created boolean not null default false, -- the import has created the value
  primary key (workspace_id, import_id, tag),
  foreign key (workspace_id, import_id) references history_imports (workspace_id, id)
    on delete cascade
);

-- Opening balances: points that an import gives, and those that its undo has taken back.
create table history_balances (
  workspace_id uuid not null,
  import_id uuid not null,
  user_id uuid not null,
  points bigint not null check (points > 0),
  paid_at timestamptz,
  returned bigint,
  primary key (workspace_id, import_id, user_id),
  foreign key (workspace_id, import_id) references history_imports (workspace_id, id)
    on delete cascade
);

-- Points of imported posts that count in reports, by day. Plans leave them out. Without a reference
-- to the import, because an archive of the workspace has them without it.
create table history_days (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  import_id uuid not null,
  day date not null,
  given_points bigint not null,
  primary key (workspace_id, import_id, day)
);

select enable_tenant_rls('history_imports', 'history_rows', 'history_people', 'history_tags',
  'history_balances', 'history_days');

alter table posts
  add column imported_from uuid,
  -- Whether reports count the post. An imported post of the running period stays out.
  add column counted boolean not null default true,
  add constraint posts_counted_check check (counted or imported_from is not null),
  add constraint posts_imported_check check (imported_from is null or occasion is null
    and parent_id is null and budget_id is null and picture_file_id is null),
  drop constraint posts_score_check,
  add constraint posts_score_check
    check (score >= 1 or score = 0 and (occasion is not null or imported_from is not null));
create index posts_imported on posts (workspace_id, imported_from, id)
  where imported_from is not null;
