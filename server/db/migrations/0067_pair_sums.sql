-- Large teams whose recognition is summed by pair of people (decision 065). The nightly worker adds
-- them month by month. Posts keep the sums of the days that are summed.
create table pair_sum_teams (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  summed_until date not null, -- infinity: all months are summed
  groups_claimed_at timestamptz -- when a process last began to compute the stored groups
);

-- Recognition from one person to another in a month, of posts that are not deleted. The rank is the
-- sums of this month and the four before it, as negative numbers, so that the strongest pair is the
-- first. No range of the chart touches more months, so these sums are at least those of any range
-- whose last month with posts of the pair is this one.
create table pair_sums (
  workspace_id uuid not null references pair_sum_teams (workspace_id) on delete cascade,
  from_id uuid not null,
  to_id uuid not null,
  month date not null check (extract(day from month) = 1),
  score bigint not null,
  posts integer not null,
  rank_score bigint not null,
  rank_posts integer not null,
  primary key (workspace_id, from_id, to_id, month)
);
create index pair_sums_strongest on pair_sums (
  workspace_id, month, rank_score, rank_posts, from_id, to_id
) include (score, posts);

select enable_tenant_rls('pair_sum_teams', 'pair_sums');
