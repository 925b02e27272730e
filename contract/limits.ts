import { financeLimits } from './finance-limits.ts'
import { importLimits } from './import-limits.ts'
import { nominationLimits } from './nomination-limits.ts'
import { oauthLimits } from './oauth-limits.ts'
import { officeScreenLimits } from './office-screen-limits.ts'

/**
 * Constants of the specification's section 9 and the bounds of product.md. Each name ends with its
 * unit.
 */
export const limits = {
  ...financeLimits,
  ...importLimits,
  ...nominationLimits,
  ...oauthLimits,
  ...officeScreenLimits,
  config_refresh_ms: 300_000,
  script_load_timeout_ms: 120_000,
  trial_days: 30,
  seats_min: 5,
  trial_countdown_days: 7,
  /** The day of the trial from which a bar shows the welcome offer. */
  trial_offer_from_day: 3,
  trial_mail_days: 3,
  /**
   * Grace after the end of a period before access is blocked. The provider's payment event may
   * arrive late.
   */
  billing_late_days: 3,
  /** An overdue payment is retried for at most this many days. */
  billing_overdue_days: 21,
  card_validation_hours: 48,
  fee_share: 0.1,
  lifetime_discount_share: 0.1,
  demo_retention_days: 90,

  code_digits: 6,
  code_life_minutes: 10,
  code_tries_max: 5,
  /**
   * Codes per hour: for an address from the same client, for an address, and for a client's network
   * address. A whole office may share a network address.
   */
  codes_per_address_and_client_per_hour: 5,
  codes_per_address_per_hour: 20,
  codes_per_client_per_hour: 300,
  /** Wrong authenticator codes and recovery codes of an account. */
  second_factor_tries_max: 10,
  second_factor_tries_minutes: 15,
  second_factor_setup_minutes: 60,
  recovery_codes: 10,
  google_nonce_minutes: 60,
  /** Lifetime of a proof of presence. */
  presence_minutes: 10,
  /** The old address can undo an address change for this many days. */
  address_undo_days: 7,
  /** The danger zone stays locked for this many hours after an address change. */
  danger_zone_wait_hours: 72,
  /** Archives of a team that are kept at a time, their lifetime, and that of a download address. */
  workspace_exports_max: 3,
  workspace_export_days: 7,
  workspace_export_link_minutes: 5,
  temporary_token_minutes: 30,
  session_days: 30,
  /** Bounds of single sign-on: the rule for sessions, connections, and sign-ins in progress. */
  session_hours_max: 720,
  sso_connections_max: 10,
  sso_domains_max: 50,
  sso_name_chars_max: 60,
  sso_issuer_chars_max: 1_000,
  sso_secret_chars_max: 2_000,
  sso_claim_chars_max: 300,
  sso_contexts_max: 10,
  sso_certificates_max: 5,
  sso_certificate_chars_max: 10_000,
  sso_metadata_chars_max: 200_000,
  sso_request_minutes: 10,
  sso_code_seconds: 60,
  /** Sign-ins in progress of a team, against floods of started ones. */
  sso_requests_per_hour: 20_000,
  sso_choices_max: 5,
  /** Refused sign-ins of a team that the audit log records. */
  refused_sign_ins_per_hour: 1_000,
  sso_claims_shown: 100,
  sso_claim_values_shown: 50,
  /** Bounds of SCIM: requests, filters, PATCH operations and members of a group. */
  scim_tokens_max: 2,
  scim_name_chars_max: 60,
  scim_body_bytes_max: 1_048_576,
  scim_filter_chars_max: 2_000,
  scim_filter_depth_max: 10,
  scim_filter_comparisons_max: 20,
  scim_operations_max: 100,
  scim_values_max: 50,
  scim_operation_members_max: 1_000,
  scim_group_members_max: 10_000,
  scim_page_size_default: 100,
  scim_page_size_max: 200,
  scim_external_id_chars_max: 255,
  scim_activity_days: 30,
  scim_detail_chars_max: 500,
  /** More deactivations than both within an hour pause SCIM. */
  scim_deactivations_max: 5,
  scim_deactivations_percent: 10,
  /** Personal access tokens of a user in a team, and the maximum lifetime of each. */
  tokens_per_user_max: 20,
  token_days_max: 366,
  token_name_chars_max: 60,
  /**
   * An expired token stays in its owner's list for this many days to explain why a script fails.
   */
  token_shown_days: 30,
  impersonation_link_minutes: 10,
  impersonation_session_minutes: 60,
  invite_days: 30,
  join_uses_max: 10_000,
  join_domains_max: 10,
  domain_chars_max: 253,
  checkout_minutes: 60,

  /** One stream of events serves all tabs of a browser. */
  streams_per_user_max: 8,
  stream_changes_max: 50,
  stream_beat_ms: 20_000,
  /** An active stream checks its session at this interval. */
  stream_check_ms: 5_000,
  stream_retry_ms: 2_000,
  /**
   * A new stream replays the events of the last milliseconds: the page loaded its data before it
   * subscribed.
   */
  stream_recall_ms: 5_000,
  stream_recall_max: 10_000,

  page_size_default: 20,
  page_size_max: 100,
  body_bytes_max: 262_144,
  file_bytes_max: 5_242_880,

  name_chars_max: 60,
  employee_number_chars_max: 40,
  cost_center_chars_max: 60,
  /** Most managers above each other. */
  manager_depth_max: 20,
  groups_max: 2_000,
  groups_per_user_max: 50,
  group_name_chars_max: 60,
  /** Most departments within each other. */
  group_depth_max: 8,
  group_owners_max: 20,
  /** Groups of a team kept by a rule, and the bounds of a rule. */
  rule_groups_max: 200,
  rule_conditions_max: 5,
  rule_values_max: 50,
  rule_value_chars_max: 100,
  /** Groups and teams with fewer people show no figures, which would reveal single people. */
  group_figures_min: 5,
  attributes_max: 20,
  attribute_name_chars_max: 60,
  attribute_options_max: 100,
  attribute_value_chars_max: 100,
  /** Bounds of an audience, the filter of people that rules and budgets share. */
  audience_groups_max: 50,
  audience_users_max: 200,
  audience_countries_max: 250,
  audience_people_shown: 5,
  tenure_months_max: 600,
  allowance_rules_max: 20,
  allowance_rule_name_chars_max: 60,
  extra_per_report_max: 10_000,
  /** Open budgets of a team. */
  budgets_max: 100,
  budget_name_chars_max: 60,
  budget_points_max: 10_000_000,
  budget_owners_max: 20,
  /** Open awards of a team, and the bounds of an award. */
  awards_max: 100,
  award_name_chars_max: 60,
  award_text_chars_max: 500,
  award_criteria_chars_max: 1_000,
  award_points_max: 10_000,
  award_yearly_max: 100,
  award_steps_max: 3,
  award_approvers_max: 10,
  /** Administrators who may decide if nobody else can, or nobody else has. */
  award_admins_max: 20,
  /** Awards of a giver that await a decision. */
  award_open_gifts_max: 100,
  award_decisions_counted: 100,
  /** Days of a step until its approvers are reminded, and others may decide as well. */
  award_reminder_days: 2,
  award_escalation_days: 5,
  /** Days until the giver is asked whether to wait. */
  award_waiting_days: 14,
  /** Unpaid bonuses of a team, those of a list, and the bounds of a bonus. */
  bonus_drafts_max: 100,
  bonuses_listed: 500,
  bonus_name_chars_max: 60,
  bonus_text_chars_max: 500,
  bonus_points_max: 10_000_000,
  bonus_people_max: 20_000,
  /** Most days of a delegation. */
  delegate_days_max: 366,
  email_chars_max: 254,
  team_name_chars_max: 80,
  job_title_chars_max: 80,
  message_chars_min: 3,
  message_chars_max: 1_000,
  recipients_max: 50,
  /** Recipients of a public post that a budget pays, the groups of a post, and the people it shows. */
  budget_recipients_max: 500,
  post_groups_max: 5,
  post_people_shown: 50,
  search_chars_max: 100,
  /** A new or deleted post, and a decision about purchases, can be undone for this many seconds. */
  undo_seconds: 10,
  /** Numbers of given posts that are celebrated. */
  given_milestones: [1, 10, 50, 100, 250, 500, 1_000],
  score_max: 10_000,
  /** Points of each recipient while the sender has not chosen. */
  score_default: 10,
  picture_alt_chars_max: 300,
  /** Uploaded pictures of a user that no post uses yet. */
  waiting_pictures_max: 10,
  limit_max: 1_000_000,
  /**
   * Days that leavers may spend their balance, the thanks that they may take along, purchases and
   * Open Badges.
   */
  leaver_days_max: 90,
  leaver_thanks_max: 1_000,
  leaver_purchases_shown: 50,
  leaver_badges_max: 50,
  /** Days that ended graces are kept, for the payroll. */
  leaver_grace_kept_days: 730,
  invites_per_call_max: 500,
  /** An open invitation older than this is listed as stale. */
  stale_invite_days: 7,
  /** Members of one bulk change, and of one selection in the team list. */
  users_per_call_max: 200,
  user_selection_max: 5_000,
  /** Invitations beyond the daily budget are scheduled up to this many days ahead. */
  invite_days_ahead: 60,
  mail_budget_days: 30,
  invite_message_chars_max: 500,
  invite_plan_days: 90,
  dates_ahead_days: 30,
  /** Bounds of the calendar feed: past days (it also covers a year ahead), people and dates. */
  calendar_behind_days: 31,
  calendar_visible_dates_max: 40_000,
  calendar_dates_max: 2_000,
  calendar_first_days_max: 200,

  values_max: 10,
  value_name_chars_max: 40,
  /** Names shown for each reaction of a post, and for its likes. */
  reactors_shown: 20,
  /** Different reactions to a post. */
  reactions_per_post_max: 20,
  /** Items of a user, and the people and characters that an item shows. */
  inbox_items_max: 1_000,
  inbox_unread_counted: 100,
  inbox_requests_counted: 100,
  inbox_actors_shown: 3,
  inbox_text_chars_max: 200,
  /** The latest comments of a post whose authors get an inbox item about a new comment. */
  inbox_commenters_scanned: 200,
  /** The days before the end of a period with a reminder of unused points. */
  inbox_allowance_days: 3,
  /** The same for budgets. */
  inbox_budget_days: 7,
  value_description_chars_max: 300,
  value_keywords_max: 30,
  value_keyword_chars_max: 30,
  value_suggestions: 16,
  chart_values_max: 10,

  rewards_max: 96,
  reward_title_chars_max: 100,
  reward_description_chars_max: 2_000,
  reward_price_max: 1_000_000,
  /** The price of a person, with the largest factor of a country. */
  reward_local_price_max: 100_000_000,
  /**
   * In the smallest unit of the currency: 200 US dollars are about four million pesos in some
   * countries.
   */
  gift_card_value_max: 1_000_000_000,
  reward_person_max: 1_000,
  /** The price of a goal is kept for this long. */
  goal_price_days: 30,
  /** A fulfilled purchase can be taken back for this long. */
  purchase_return_days: 366,
  reward_available_max: 100_000,
  deadline_ahead_days: 730,
  comment_chars_max: 500,
  comment_mentions_max: 10,
  purchase_code_chars_max: 200,
  /** Purchases of one bulk decision, and of one selection in the list. */
  purchases_per_call_max: 200,
  purchase_selection_max: 1_000,
  popular_rewards: 5,
  dashboard_days: 30,
  /** People of a team or group whose posts the feed reads one by one. */
  feed_people_max: 300,
  /** Longest range of a report, except for all time. */
  report_days_max: 366,
  account_name_chars_max: 80,
  /** Longest range of the recognition graph and of topics, which scan every post. */
  org_chart_days_max: 92,
  org_chart_edges: 300,
  /** A larger team sees groups of people instead of all people. */
  graph_people_max: 60,
  graph_groups_max: 24,
  /** Edges between groups, and between the people of a group. */
  graph_edges_max: 1_000,
  graph_bridges: 12,
  /** The strongest pairs of people that groups are computed from. */
  graph_pairs_max: 20_000,
  topics_posts: 5_000,
  topics_authors_min: 3,
  relations: 5,
  unthanked_people_min: 5,
  leaders_max: 100,
  /**
   * Celebrations: texts of a kind in a language, and points by year. They are planned a week ahead,
   * and after an outage they are still posted for a week.
   */
  celebration_texts_max: 3,
  celebration_text_chars_max: 500,
  celebration_points_max: 10_000,
  celebration_years_max: 60,
  celebration_years_listed: 60,
  celebration_ahead_days: 7,
  celebration_late_days: 7,
  celebration_readers_max: 200,
  celebration_preview_days_max: 366,
  /** Days of a team's own, the people of a day, and how far ahead it may be. */
  custom_days_max: 50,
  custom_day_people_max: 200,
  custom_day_name_chars_max: 60,
  custom_day_text_chars_max: 500,
  custom_day_names_shown: 10,
  custom_day_years_ahead: 10,
  /** Days in which a new person is shown whom to thank first, and in which managers choose them. */
  first_days: 14,
  introduction_days: 30,
  introductions_max: 3,
  /** Cards before a celebration: people who may sign, and signatures. */
  card_signers_max: 50,
  signature_chars_max: 300,
  signature_reports_listed: 100,
  card_report_readers_max: 20,
  /** A card needs this many hours until its celebration. */
  card_hours_min: 12,
  cards_listed: 100,
  /**
   * Outgoing webhooks and chat bridges of a team. A failing receiver is disabled after
   * `hook_failing_days`. A replaced secret still signs for `hook_secret_overlap_hours`.
   */
  hooks_max: 10,
  hook_url_chars_max: 2_000,
  hook_description_chars_max: 100,
  hook_secret_overlap_hours: 24,
  hook_failing_days: 3,
  hook_log_days: 30,
  hook_answer_chars_max: 500,
  /**
   * Apps in Slack and Microsoft Teams. A one-time link and an authorization end after minutes, a
   * draft of thanks in the chat after hours.
   */
  chat_routes_max: 50,
  chat_channels_shown: 1_000,
  chat_credential_chars_max: 500,
  chat_channel_chars_max: 300,
  chat_link_minutes: 10,
  chat_draft_hours: 24,
  idempotency_key_chars_max: 128,
  idempotency_days: 7,

  /** Retention periods (docs/operation.md). The nightly run of modules/retention reads them. */
  ended_session_days: 30,
  used_code_days: 1,
  used_link_days: 90,
  address_change_days: 30,
  sent_mail_days: 90,
  import_rows_days: 30,
  inbox_days: 90,
  audit_days: 730,
  /** An entry that its receiver did not take within these days is no longer sent. */
  audit_stream_days: 30,
  unnamed_file_hours: 24,
} as const

/** Accent color of a workspace without its own (specification, section 3). */
export const defaultAccentColor = '#F2AE43'
