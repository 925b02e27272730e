/** A table of a workspace in an archive. Its file has the name of the table. */
export type ArchiveNounText = {
  description: string
  /** Columns that are not exported, and why. */
  leftOut?: Readonly<Record<string, string>>
  /** Values or rows that are exported differently from the table, in words. */
  changed?: string
}

const ofThisInstallation = 'Billing and limits belong to the installation.'
const sentAlready = 'An import sets it to the running period, so that it sends no mail.'

/**
 * Every exported table, in the order of an import: a row refers to rows of its own table or of
 * tables before it.
 */
export const archiveNouns: Readonly<Record<string, ArchiveNounText>> = {
  workspaces: {
    description: 'The team: its name and logo.',
    leftOut: {
      trial_days: ofThisInstallation,
      trial_ends_at: ofThisInstallation,
      paid_until: ofThisInstallation,
      manual_payments: ofThisInstallation,
      validated_at: ofThisInstallation,
      discount_claimed_at: ofThisInstallation,
      demo: ofThisInstallation,
      offer_dismissed_at: ofThisInstallation,
      trial_mailed_at: ofThisInstallation,
      invites_per_day: ofThisInstallation,
      mail_domain: 'The address of the founder was verified by the other installation.',
      deleted_at: 'A deleted team has no archive.',
      deletion_due_at: 'An imported team is not about to be deleted.',
      deletion_asked_by: 'An imported team is not about to be deleted.',
    },
  },
  settings: {
    description: 'The settings of the team.',
    leftOut: {
      sso_required: 'Connections for company sign-in are not part of an archive.',
      digest_week: sentAlready,
      report_month: sentAlready,
      points_left_period: sentAlready,
    },
  },
  files: {
    description:
      'Pictures of people, posts, rewards, awards, cards and the logo. Their bytes are in the folder pictures.',
  },
  allowance_rules: { description: 'Rules that give groups of people their own points to give.' },
  users: {
    description: 'The people of the team. An import connects them to accounts by their address.',
    leftOut: {
      account_id:
        'Accounts belong to the installation. An import finds or creates them by address.',
      calendar_salt: 'A part of the secret address of a calendar.',
    },
    changed: 'Fields managed by SCIM or a sync are free to edit after an import.',
  },
  permissions: { description: 'The permissions of each person.' },
  wallets: { description: 'The balance of each person.' },
  attributes: { description: 'Own fields of the profile.' },
  attribute_values: { description: 'The values of own fields of the profile.' },
  groups: {
    description: 'Departments, locations, teams and other groups.',
    changed: 'Groups managed by SCIM or a sync are managed by hand after an import.',
  },
  group_owners: { description: 'The owners of each group.' },
  group_members: { description: 'The members of each group with their dates.' },
  waiting_managers: { description: 'Managers named in a file who are not in the team yet.' },
  values: { description: 'The values of the company.' },
  budgets: { description: 'Budgets of points and their balances.' },
  budget_owners: { description: 'The owners of each budget.' },
  posts: { description: 'Posts and their add-ons, also private and deleted ones.' },
  history_days: {
    description: 'Points of imported posts by day, which plans do not count.',
  },
  post_recipients: { description: 'The people whom each post thanks.' },
  post_readers: { description: 'The readers of posts by the company that only some people see.' },
  comments: { description: 'Comments on posts.' },
  reactions: { description: 'Reactions to posts.' },
  likes: { description: 'Likes of posts.' },
  rewards: { description: 'The rewards of the shop.' },
  reward_goals: { description: 'The reward for which each person saves.' },
  purchases: {
    description: 'Redeemed rewards, as they were at that time.',
    leftOut: { claim_url: 'Everyone who has the link of a gift card can spend it.' },
  },
  contributions: { description: 'The part of each person in a purchase.' },
  purchase_events: { description: 'The history of each purchase.' },
  movements: { description: 'Movements of points: the journal of the ledger.' },
  entries: { description: 'The entries of each movement, which sum to zero.' },
  allowances: { description: 'The points that each person has given in a period.' },
  awards: { description: 'Awards that people may give.' },
  award_gifts: { description: 'Awards given to people, with their approval.' },
  award_receivers: { description: 'The people who receive each award.' },
  award_approvers: { description: 'The people who may approve each step of an award.' },
  award_decisions: { description: 'The decision about each step of an award.' },
  approval_delegates: { description: 'People who approve awards for somebody else.' },
  celebration_rules: { description: 'What the company posts on birthdays and anniversaries.' },
  celebrations: { description: 'Planned and posted celebrations.' },
  group_cards: { description: 'Cards for birthdays and anniversaries.' },
  group_card_signers: { description: 'The people who may sign each card.' },
  group_card_signatures: { description: 'The signatures on each card.' },
  custom_days: { description: 'Days of the team that are celebrated.' },
  custom_day_posts: { description: 'The years in which days of the team were celebrated.' },
  introductions: { description: 'The people whom new members see first.' },
  nomination_rounds: { description: 'Rounds of nominations.' },
  nominees: { description: 'The nominated people and groups with their result.' },
  nomination_jurors: { description: 'The jury of each round.' },
  nominations: { description: 'The nominations and their texts.' },
  nomination_scores: { description: 'The scores that jurors gave.' },
  nomination_votes: { description: 'The votes of each round.' },
  bonuses: { description: 'Bonuses of points for a period.' },
  bonus_payments: { description: 'The points that a bonus paid to each person.' },
  leaver_graces: {
    description: 'The grace period of each leaver and its end.',
    leftOut: { token_hash: 'The hash of the mailed link, which opens the page of a leaver.' },
  },
  point_worths: { description: 'What points are worth by day, country and currency.' },
  price_factors: { description: 'The factor of prices in each country.' },
  tax_rules: { description: 'Rules that say which rewards are taxable.' },
  payroll_settings: { description: 'The format of files for payroll.' },
  payroll_runs: { description: 'Locked runs of payroll.' },
  payroll_lines: { description: 'The lines of each run of payroll.' },
  payroll_leavers: { description: 'What payroll needs of erased people.' },
  oauth_policies: { description: 'Which applications people may connect.' },
  plans: { description: 'Plans of what a year costs.' },
  yearly_budgets: { description: 'The budget of the year.' },
  point_expiry: { description: 'When unused points expire.' },
  point_expiry_steps: { description: 'Warnings and expiries that are done.' },
  liability_accounts: { description: 'Names of the accounts of the journal of liability.' },
  liability_snapshots: { description: 'Days for which the liability was stored.' },
  liability_days: { description: 'Points owed on each stored day by country and age.' },
  liability_groups: { description: 'Points owed on each stored day by group and country.' },
  liability_movements: { description: 'Changes of what is owed on each stored day.' },
  inbox_items: {
    description: 'The inbox of each person.',
    changed: 'Items about imports of people are left out, because imports are.',
  },
  audit_log: { description: 'The audit log.' },
}
