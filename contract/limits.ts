/**
 * Constants of the specification's section 9 and the bounds of product.md. Units stand last in each
 * name.
 */
export const limits = {
  config_refresh_ms: 300_000,
  script_load_timeout_ms: 120_000,
  trial_days: 30,
  seats_min: 5,
  trial_countdown_days: 7,
  trial_mail_days: 3,
  /**
   * A period that ended is worked on for so long before the team is shut out: news of the payment
   * may be late.
   */
  billing_late_days: 3,
  /** An overdue payment is tried again for so long at most. */
  billing_overdue_days: 21,
  card_validation_hours: 48,
  fee_share: 0.1,
  lifetime_discount_share: 0.1,
  demo_retention_days: 90,

  code_digits: 6,
  code_life_minutes: 10,
  code_tries_max: 5,
  /**
   * Codes an hour for one address asked for by one client, for one address, and for one client
   * address (a whole office may share it).
   */
  codes_per_address_and_client_per_hour: 5,
  codes_per_address_per_hour: 20,
  codes_per_client_per_hour: 300,
  /** Wrong codes of an authenticator app, recovery codes among them, of one account. */
  second_factor_tries_max: 10,
  second_factor_tries_minutes: 15,
  second_factor_setup_minutes: 60,
  recovery_codes: 10,
  google_nonce_minutes: 60,
  /** A proof of presence counts for so long. */
  presence_minutes: 10,
  /** The old address can undo a change of address for so long. */
  address_undo_days: 7,
  /** After a change of address the danger zone stays closed for so long. */
  danger_zone_wait_hours: 72,
  temporary_token_minutes: 30,
  session_days: 30,
  /** At most so many personal access tokens a person and team, each good for so long at most. */
  tokens_per_user_max: 20,
  token_days_max: 366,
  token_name_chars_max: 60,
  /**
   * An expired token stays in its owner's list for so long, so that they see why something stopped.
   */
  token_shown_days: 30,
  impersonation_link_minutes: 10,
  impersonation_session_minutes: 60,
  invite_days: 30,
  checkout_minutes: 60,

  /** One stream of events serves all tabs of a browser. */
  streams_per_user_max: 8,
  stream_changes_max: 50,
  stream_beat_ms: 20_000,
  /** A stream on which something happens asks so often whether its session still holds. */
  stream_check_ms: 5_000,
  stream_retry_ms: 2_000,
  /**
   * Whoever opens a stream is told what was said so shortly before: their page had asked already.
   */
  stream_recall_ms: 5_000,
  stream_recall_max: 10_000,

  page_size_default: 20,
  page_size_max: 100,
  body_bytes_max: 262_144,
  file_bytes_max: 5_242_880,

  name_chars_max: 60,
  email_chars_max: 254,
  team_name_chars_max: 80,
  job_title_chars_max: 80,
  message_chars_min: 3,
  message_chars_max: 1_000,
  recipients_max: 50,
  search_chars_max: 100,
  /** So long a post that was just sent or deleted can be taken back. */
  undo_seconds: 10,
  score_max: 10_000,
  limit_max: 1_000_000,
  invites_per_call_max: 500,
  /** Invitations beyond the budget of a day wait for one of the next so many days. */
  invite_days_ahead: 60,
  mail_budget_days: 30,
  import_bytes_max: 20_971_520,
  import_rows_max: 100_000,
  import_columns_max: 50,
  import_preview_rows: 100,
  dates_ahead_days: 30,
  /**
   * A calendar to subscribe to: a year ahead and so many days behind, of so many people, so many
   * dates at most.
   */
  calendar_behind_days: 31,
  calendar_people_max: 20_000,
  calendar_dates_max: 2_000,

  values_max: 10,
  value_name_chars_max: 40,
  /** Names of those who answered a post with one reaction, or liked it. */
  reactors_shown: 20,
  value_description_chars_max: 300,
  value_keywords_max: 30,
  value_keyword_chars_max: 30,
  value_suggestions: 16,
  chart_values_max: 10,

  rewards_max: 96,
  reward_title_chars_max: 100,
  reward_description_chars_max: 2_000,
  reward_price_max: 1_000_000,
  /** In the smallest unit of its currency: 200 dollars are four million pesos elsewhere. */
  gift_card_value_max: 1_000_000_000,
  reward_available_max: 100_000,
  deadline_ahead_days: 730,
  comment_chars_max: 500,
  popular_rewards: 5,
  dashboard_days: 30,
  /** The longest range a report covers, but for all time. */
  report_days_max: 366,
  /** Ties and words are counted post by post: so long at most. */
  org_chart_days_max: 92,
  org_chart_edges: 300,
  topics_posts: 5_000,
  topics_authors_min: 3,
  relations: 5,
  unthanked_people_min: 5,
  leaders_max: 100,
  /**
   * Outgoing webhooks and bridges of a team. A receiver that fails for so long is switched off; a
   * secret that was replaced signs on for a while.
   */
  hooks_max: 10,
  hook_url_chars_max: 2_000,
  hook_description_chars_max: 100,
  hook_secret_overlap_hours: 24,
  hook_failing_days: 3,
  hook_log_days: 30,
  hook_answer_chars_max: 500,
  idempotency_key_chars_max: 128,
  idempotency_days: 7,

  /**
   * How long what is over is kept (docs/operation.md): the nightly chore of modules/retention reads
   * these.
   */
  ended_session_days: 30,
  used_code_days: 1,
  used_link_days: 90,
  address_change_days: 30,
  sent_mail_days: 90,
  import_rows_days: 30,
  audit_days: 730,
  unnamed_file_hours: 24,
} as const

/** Colour of a workspace that has chosen none (specification, section 3). */
export const defaultAccentColor = '#F2AE43'
