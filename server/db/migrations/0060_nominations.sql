-- Rounds in which people nominate colleagues or groups (docs/nominations.md).
-- `nominators` and `nominees` have the shape of AudienceInput, `questions` of NominationQuestion,
-- `criteria` is a list of texts.
create table nomination_rounds (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  text text not null,
  emoji text not null,
  nominee_kind text not null check (nominee_kind in ('person', 'group')),
  nominators jsonb not null,
  nominees jsonb not null, -- of nominated people; everyone for groups
  questions jsonb not null,
  nominations_max smallint not null check (nominations_max >= 1), -- of one person
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  decides_on date not null check (decides_on >= ends_on), -- the last day to score or vote
  opens_at timestamptz not null,
  closes_at timestamptz not null check (closes_at > opens_at),
  decides_at timestamptz not null check (decides_at > closes_at), -- the end of scores or votes
  decision text not null check (decision in ('jury', 'vote')),
  criteria jsonb not null, -- empty for a vote
  hide_departments boolean not null,
  tie_rule text not null check (tie_rule in ('share', 'most_nominated', 'administrator')),
  winners_max smallint not null check (winners_max >= 1),
  points integer not null check (points >= 0), -- for each winner, or each member of a winning group
  budget_id uuid, -- null: issued points
  value_id uuid not null,
  created_at timestamptz not null,
  next_at timestamptz, -- when a worker asks the jury or fixes the result; null: never
  asked_at timestamptz, -- the jury was asked
  decided_at timestamptz, -- the result is fixed
  announced_at timestamptz,
  canceled_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, budget_id) references budgets (workspace_id, id),
  foreign key (workspace_id, value_id) references "values" (workspace_id, id),
  check (announced_at is null or decided_at is not null),
  check (announced_at is null or canceled_at is null)
);
create index nomination_rounds_next on nomination_rounds (workspace_id, next_at) where next_at is not null;
create index nomination_rounds_of_budget on nomination_rounds (workspace_id, budget_id)
  where budget_id is not null;
create index nomination_rounds_of_value on nomination_rounds (workspace_id, value_id);

create table nomination_jurors (
  workspace_id uuid not null,
  round_id uuid not null,
  user_id uuid not null,
  primary key (workspace_id, round_id, user_id),
  foreign key (workspace_id, round_id) references nomination_rounds (workspace_id, id)
    on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);
create index nomination_jurors_of_user on nomination_jurors (workspace_id, user_id);

-- Who is nominated in a round: a person or a group. The result is written once the round is decided.
create table nominees (
  workspace_id uuid not null,
  id uuid not null,
  round_id uuid not null,
  user_id uuid,
  group_id uuid,
  excluded_at timestamptz, -- left out by an administrator
  nominations integer, -- the following columns are the result
  score double precision, -- mean of the jury
  spread double precision, -- standard deviation of the jurors' means
  votes integer, -- votes, or jurors who scored
  place smallint, -- null: cannot win
  won boolean not null default false,
  post_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, round_id) references nomination_rounds (workspace_id, id)
    on delete cascade,
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade,
  check ((user_id is null) <> (group_id is null))
);
create unique index nominees_people on nominees (workspace_id, round_id, user_id)
  where user_id is not null;
create unique index nominees_groups on nominees (workspace_id, round_id, group_id)
  where group_id is not null;
create index nominees_of_round on nominees (workspace_id, round_id);
create index nominees_of_user on nominees (workspace_id, user_id) where user_id is not null;
create index nominees_of_group on nominees (workspace_id, group_id) where group_id is not null;

create table nominations (
  workspace_id uuid not null,
  id uuid not null,
  round_id uuid not null,
  nominee_id uuid not null,
  nominator_id uuid not null,
  text text not null,
  answers jsonb not null, -- an answer for each question: text, the chosen text, value id, or null
  sharing text not null check (sharing in ('named', 'anonymous', 'nothing')),
  may_quote boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, nominee_id, nominator_id),
  foreign key (workspace_id, round_id) references nomination_rounds (workspace_id, id)
    on delete cascade,
  foreign key (workspace_id, nominee_id) references nominees (workspace_id, id) on delete cascade,
  foreign key (workspace_id, nominator_id) references users (workspace_id, id) on delete cascade
);
create index nominations_of_round on nominations (workspace_id, round_id, id desc);
create index nominations_of_nominator on nominations (workspace_id, nominator_id, round_id);

create table nomination_scores (
  workspace_id uuid not null,
  nominee_id uuid not null,
  juror_id uuid not null,
  scores smallint[] not null, -- one for each criterion, 1 to 5
  scored_at timestamptz not null,
  primary key (workspace_id, nominee_id, juror_id),
  foreign key (workspace_id, nominee_id) references nominees (workspace_id, id) on delete cascade,
  foreign key (workspace_id, juror_id) references users (workspace_id, id) on delete cascade
);
create index nomination_scores_of_juror on nomination_scores (workspace_id, juror_id);

create table nomination_votes (
  workspace_id uuid not null,
  round_id uuid not null,
  voter_id uuid not null,
  nominee_id uuid not null,
  voted_at timestamptz not null,
  primary key (workspace_id, round_id, voter_id),
  foreign key (workspace_id, round_id) references nomination_rounds (workspace_id, id)
    on delete cascade,
  foreign key (workspace_id, nominee_id) references nominees (workspace_id, id) on delete cascade,
  foreign key (workspace_id, voter_id) references users (workspace_id, id) on delete cascade
);
create index nomination_votes_of_nominee on nomination_votes (workspace_id, nominee_id);
create index nomination_votes_of_voter on nomination_votes (workspace_id, voter_id);
select enable_tenant_rls('nomination_rounds', 'nomination_jurors', 'nominees', 'nominations',
  'nomination_scores', 'nomination_votes');

-- `kind_words`: what nominators wrote about the person. `jury_asked`: nominees await scores.
alter table inbox_items
  add column round_id uuid,
  add constraint inbox_items_round
    foreign key (workspace_id, round_id) references nomination_rounds (workspace_id, id)
    on delete cascade,
  drop constraint inbox_items_kind_check,
  add constraint inbox_items_kind_check check (kind in (
    'thanks', 'points_added', 'company_post', 'comment', 'mention', 'reaction', 'purchase_decided',
    'purchase_ordered', 'purchase_requested', 'import_finished', 'allowance_ending',
    'budget_ending', 'budget_ended', 'budget_adopted', 'approval_requested', 'approval_reminder',
    'award_decided', 'award_waiting', 'card_to_sign', 'card_delivered', 'jury_asked',
    'kind_words'));
create index inbox_items_of_round on inbox_items (workspace_id, round_id)
  where round_id is not null;
create unique index inbox_items_round_kind on inbox_items (workspace_id, user_id, round_id, kind)
  where round_id is not null;
