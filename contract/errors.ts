import { financeErrors } from './finance-errors.ts'
import { historyErrors } from './history-errors.ts'
import { nominationErrors } from './nomination-errors.ts'
import { oauthErrors } from './oauth-errors.ts'
import { peopleSyncErrors } from './people-sync-errors.ts'

/**
 * The closed list of error codes with HTTP status and English text (specification, sections 5 and
 * 8). The web translates by code. `{name}` is replaced with a value of the error's `params`.
 */
export const errors = {
  malformed: { status: 400, text: 'Wrong format' },
  unauthorized: { status: 401, text: 'Please sign in again' },
  invalid_code: { status: 401, text: 'Invalid code. Please try again' },
  code_exhausted: { status: 401, text: 'This code no longer works. Please get a new one' },
  billing_inactive: { status: 402, text: 'This team doesn’t have an active subscription' },
  forbidden: { status: 403, text: 'You don’t have permission to do this' },
  second_factor_needed: { status: 403, text: 'Please enter the code from your authenticator app' },
  presence_required: { status: 403, text: 'Please confirm it’s you' },
  account_sign_in_required: {
    status: 403,
    text: 'Please sign in with a code by email to change this',
  },
  sso_required: { status: 403, text: 'This team signs in with its company account' },
  second_factor_required: { status: 403, text: 'Your team requires two-factor authentication' },
  danger_zone_wait: {
    status: 403,
    text: 'You changed your address recently, so this is locked for now. Hours left: {hours}',
  },
  scope_missing: { status: 403, text: 'This access token is missing the scope {scope}' },
  switched_off: { status: 403, text: 'Your team has turned this off' },
  not_found: { status: 404, text: 'Not found' },
  method_not_allowed: { status: 405, text: 'This call does not exist' },
  field_managed: { status: 409, text: 'Another system manages this field' },
  option_in_use: { status: 409, text: 'Someone still has “{option}”' },
  used_by_audience: { status: 409, text: '“{name}” uses this group' },
  used_by_rule: { status: 409, text: 'The rule of the group {group} uses this' },
  conflict: { status: 409, text: 'Someone else changed this in the meantime' },
  idempotency_mismatch: { status: 409, text: 'This key was used for another request' },
  idempotency_in_flight: { status: 409, text: 'We’re still working on this request' },
  purchase_decided: { status: 409, text: 'This purchase has already been decided' },
  card_delivered: { status: 409, text: 'This card has already been delivered' },
  award_decided: { status: 409, text: 'This award has already been decided' },
  bonus_paid: { status: 409, text: 'This bonus has already been paid' },
  bonus_changed: {
    status: 409,
    text: 'The bonus has changed: {people} people would get {points} points now',
  },
  purchase_ordered: {
    status: 409,
    text: 'This reward is already ordered. Please ask an administrator to cancel it',
  },
  team_reward_underfunded: {
    status: 409,
    text: 'This reward is not full yet. Points missing: {missing}',
  },
  price_changed: { status: 409, text: 'The price has changed to {price}' },
  too_large: { status: 413, text: 'The request is too large' },
  file_too_large: { status: 413, text: 'The file is too large' },
  unsupported_media: { status: 415, text: 'Wrong format' },
  host_unknown: { status: 421, text: 'Open this server at localhost, or set PUBLIC_URL' },
  too_many: { status: 429, text: 'Too many tries. Please wait a moment and try again' },
  invites_spent: {
    status: 429,
    text: 'Your team has sent all {finish} invitations for today. Please try again tomorrow',
  },

  required: { status: 422, text: 'required' },
  wrong_format: { status: 422, text: 'Wrong format' },
  invisible_characters: { status: 422, text: 'Please remove line breaks and invisible characters' },
  text_link: { status: 422, text: 'Please remove web addresses from this text' },
  name_link: { status: 422, text: 'A name can’t contain a web address' },
  out_of_range: { status: 422, text: 'Must be between {start} and {finish}' },
  second_factor_invalid: {
    status: 422,
    text: 'This code is wrong or has already been used. Each works once',
  },
  not_unique: { status: 422, text: 'Must be unique' },
  value_required: { status: 422, text: 'Value is required' },
  first_name_required: { status: 422, text: 'First name is required' },
  last_name_required: { status: 422, text: 'Last name is required' },
  phone_invalid: { status: 422, text: 'Please enter a valid telephone number' },
  email_invalid: { status: 422, text: 'Please enter a valid email address' },
  email_taken: { status: 422, text: 'User with this email already exists' },
  price_too_low: { status: 422, text: 'Please enter a price greater than 0' },
  price_too_high: { status: 422, text: 'Please enter a price no greater than {price}' },
  description_required: { status: 422, text: 'Please enter description' },
  message_too_long: { status: 422, text: 'Sorry, your message is too long.' },
  own_deactivation: { status: 422, text: 'You can’t deactivate yourself' },
  user_not_found: { status: 422, text: 'User not found' },
  self_recognition: { status: 422, text: 'You can’t send points to yourself' },
  no_points: { status: 422, text: 'No points available to send' },
  over_limit: { status: 422, text: 'No points available to send' },
  invalid_amount: { status: 422, text: 'Invalid amount value' },
  manager_circle: { status: 422, text: 'This person reports to them already' },
  managers_too_deep: { status: 422, text: 'There can be at most {finish} levels of managers' },
  groups_full: { status: 422, text: 'A team can have at most {finish} groups' },
  user_groups_full: { status: 422, text: 'A person can be in at most {finish} groups' },
  allowance_rules_full: { status: 422, text: 'A team can have at most {finish} rules' },
  budgets_full: { status: 422, text: 'A team can have at most {finish} budgets' },
  budget_unavailable: { status: 422, text: 'You can no longer give points from this budget' },
  budget_overdrawn: { status: 422, text: 'This budget has {left} points left' },
  budget_recipients: { status: 422, text: 'This budget is not for all of these people' },
  awards_full: { status: 422, text: 'A team can have at most {finish} awards' },
  award_unavailable: { status: 422, text: 'You can no longer give this award' },
  award_receivers: { status: 422, text: 'This award is not for all of these people' },
  award_yearly: {
    status: 422,
    text: 'A person can get this award {finish} times a year. One of them has reached that',
  },
  award_no_approver: { status: 422, text: 'There is no one who could approve this award' },
  award_gifts_full: {
    status: 422,
    text: 'You can have at most {finish} awards awaiting a decision',
  },
  custom_days_full: { status: 422, text: 'A team can have at most {finish} days of its own' },
  bonuses_full: { status: 422, text: 'A team can have at most {finish} unpaid bonuses' },
  self_delegate: { status: 422, text: 'You can’t be your own delegate' },
  audience_empty: { status: 422, text: 'This matches no one' },
  group_too_small: { status: 422, text: 'Figures need at least {start} people' },
  group_circle: { status: 422, text: 'A department can’t be part of itself' },
  groups_too_deep: { status: 422, text: 'There can be at most {finish} levels of departments' },
  rules_full: { status: 422, text: 'A team can have at most {finish} groups kept by a rule' },
  attributes_full: { status: 422, text: 'A team can have at most {finish} attributes' },
  values_full: { status: 422, text: 'A team can have at most {finish} values' },
  kind_fixed: {
    status: 422,
    text: 'You can’t change the kind anymore: someone has already redeemed this reward',
  },
  rewards_full: { status: 422, text: 'A team can have at most {finish} rewards' },
  reactions_full: {
    status: 422,
    text: 'This post has {finish} different reactions already. Choose one of them',
  },
  tokens_full: {
    status: 422,
    text: 'You can have at most {finish} access tokens. Revoke one you no longer need',
  },
  last_administrator: { status: 422, text: 'A team needs at least one account administrator' },
  last_global_administrator: {
    status: 422,
    text: 'A team needs at least one global administrator',
  },
  last_rewards_administrator: {
    status: 422,
    text: 'A team needs at least one rewards administrator',
  },
  last_billing_administrator: {
    status: 422,
    text: 'A team needs at least one billing administrator',
  },
  last_member: {
    status: 422,
    text: 'You’re the only person on this team. Delete the team instead of leaving it',
  },
  purchase_failed: { status: 422, text: 'The purchase failed' },
  not_enough_points: { status: 422, text: 'You don’t have enough points for this reward' },
  out_of_stock: { status: 422, text: 'This reward is no longer available' },
  person_limit_reached: {
    status: 422,
    text: 'You have reached the limit of this reward for each person: {finish}',
  },
  one_time_used: { status: 422, text: 'You can get this reward only once' },
  comment_required: { status: 422, text: 'Please add a comment' },
  card_required: { status: 422, text: 'Choose a card to redeem' },
  not_validated: { status: 422, text: 'Available after your team has been validated' },
  gift_card_unavailable: { status: 422, text: 'This gift card isn’t available right now' },
  gift_card_limit: {
    status: 422,
    text: 'This would exceed your team’s daily gift card limit of {limit} US dollars',
  },
  payment_failed: {
    status: 422,
    text: 'The payment was declined. Please check the payment method',
  },
  subscription_final: { status: 422, text: 'The subscription cannot be renewed' },
  no_subscription: { status: 422, text: 'There is no active subscription' },
  promo_invalid: { status: 422, text: 'This promotion code isn’t valid' },
  claim_invalid: { status: 422, text: 'This claim link isn’t valid' },
  leaver_link_invalid: { status: 422, text: 'This link has ended' },
  leaver_gift_cards: {
    status: 422,
    text: 'This needs gift cards and the worth of a point. Set both first',
  },
  checkout_invalid: { status: 422, text: 'This payment page has closed' },
  callback_invalid: { status: 422, text: 'Wrong format' },
  invites_full: {
    status: 422,
    text: 'Your team has too many open invitations. Please invite this person later',
  },
  invite_invalid: { status: 422, text: 'The invite link is not valid' },
  join_link_invalid: { status: 422, text: 'This link no longer works. Please ask for a new one' },
  join_address: { status: 422, text: 'Please use an email address at {domains}' },
  join_closed: {
    status: 422,
    text: 'An administrator has ended your access to this team. Only they can let you in again',
  },
  domain_required: { status: 422, text: 'Turn on a domain first' },
  domain_unproven: { status: 422, text: 'Please confirm an email address at this domain first' },
  domain_public: {
    status: 422,
    text: 'Anyone can get an address at {domain}, so it can’t be turned on',
  },
  domains_full: { status: 422, text: 'A team can have at most {finish} domains' },
  chat_not_connected: { status: 422, text: 'Please connect the app first' },
  chat_authorization_invalid: {
    status: 422,
    text: 'This authorization has expired. Please start again',
  },
  chat_refused: { status: 422, text: 'The chat refused: {reason}' },
  chat_workspace_taken: { status: 409, text: 'Another team uses this Slack workspace already' },
  chat_channel_refused: { status: 422, text: 'The app can’t post to this channel: {reason}' },
  chat_routes_full: { status: 422, text: 'A team can have at most {finish} channels' },
  chat_link_invalid: {
    status: 422,
    text: 'This link no longer works. Please ask for a new one in the chat',
  },
  domain_record_missing: {
    status: 422,
    text: 'We couldn’t find the TXT record yet. New records can take some hours to appear',
  },
  sso_connections_full: { status: 422, text: 'A team can have at most {finish} connections' },
  sso_incomplete: { status: 422, text: 'Please complete the connection first' },
  sso_connection_required: {
    status: 422,
    text: 'Requiring company sign-in needs an active connection with a verified domain',
  },
  break_glass_required: {
    status: 422,
    text: 'First, an account administrator needs two-factor authentication, to get in if the company sign-in fails',
  },
  certificate_invalid: { status: 422, text: 'This isn’t a certificate' },
  metadata_invalid: { status: 422, text: 'This isn’t metadata of one identity provider' },
  sso_expired: { status: 401, text: 'This sign-in has expired. Please start again' },
  sso_failed: { status: 422, text: 'The company sign-in failed: {reason}' },
  sso_unknown_person: {
    status: 403,
    text: 'You’re not part of this team yet. Please ask an administrator to invite you',
  },
  sso_address: {
    status: 403,
    text: 'The company sign-in didn’t confirm an email address of this team',
  },
  sso_identity_taken: {
    status: 403,
    text: 'Another company account is connected to this person. Please ask an administrator',
  },
  sso_context: {
    status: 403,
    text: 'Your company sign-in must confirm a second factor. Please sign in there again',
  },
  scim_tokens_full: {
    status: 422,
    text: 'There can be at most {finish} tokens. Please revoke one first',
  },
  office_screens_full: {
    status: 422,
    text: 'There can be at most {finish} screens. Please delete one first',
  },
  scim_grant_off: {
    status: 422,
    text: 'Please allow groups to make account administrators first',
  },
  hooks_full: { status: 422, text: 'A team can have at most {finish} connections' },
  address_refused: { status: 422, text: 'Please use an https URL on the public internet' },
  slack_address: { status: 422, text: 'This isn’t the URL of a Slack incoming webhook' },
  teams_address: { status: 422, text: 'This isn’t the URL of a Microsoft Teams workflow' },
  last_value: { status: 422, text: 'A team needs at least one value' },
  name_mismatch: { status: 422, text: 'This doesn’t match the team’s name' },
  unsubscribe_invalid: { status: 422, text: 'This link is no longer valid' },
  address_undo_invalid: { status: 422, text: 'This link is no longer valid' },
  google_address: {
    status: 422,
    text: 'Google hasn’t verified this address. Please sign in with a code',
  },
  google_token_invalid: { status: 401, text: 'Google sign-in failed' },
  impersonation_invalid: { status: 401, text: 'This link is no longer valid' },
  file_unreadable: { status: 422, text: 'Error reading the file' },
  upload_failed: { status: 422, text: 'Upload failed' },
  picture_expired: {
    status: 422,
    text: 'This picture is no longer available. Please add it again',
  },
  invitations_failed: { status: 422, text: 'Some invitations could not be sent' },
  workspace_exports_full: { status: 422, text: 'A team can keep at most {finish} archives' },
  reset_failed: { status: 422, text: 'We couldn’t reset the data' },

  ...financeErrors,
  ...historyErrors,
  ...nominationErrors,
  ...oauthErrors,
  ...peopleSyncErrors,

  mail_failed: { status: 502, text: 'Error occurred while sending email. Please try again.' },
  unknown: { status: 500, text: 'Error occurred' },
  unavailable: { status: 503, text: 'Server is not responding. Please try again.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errors

/** An error as the API sends it. `field` names the input it belongs to. */
export type ApiError = {
  code: ErrorCode
  message: string
  field?: string
  params?: Record<string, string | number>
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}
