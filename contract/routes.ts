import { z } from 'zod'
import { audit_page } from './audit.ts'
import * as auth from './auth.ts'
import * as billing from './billing.ts'
import { calendar } from './calendar.ts'
import * as checkout from './checkout.ts'
import * as coins from './coins.ts'
import { csv, csv_bom, nothing, page, page_query, params_id, pdf, picture, picture_form, picture_input, session_url } from './common.ts'
import * as events from './events.ts'
import * as hooks from './hooks.ts'
import * as imports from './imports.ts'
import { limits } from './limits.ts'
import * as posts from './posts.ts'
import { presence, presence_proof } from './presence.ts'
import * as reports from './reports.ts'
import * as rewards from './rewards.ts'
import type { Route } from './route.ts'
import * as factor from './second-factor.ts'
import * as settings from './settings.ts'
import * as tokens from './tokens.ts'
import * as users from './users.ts'
import * as values from './values.ts'
import * as workspaces from './workspaces.ts'

const user_params = params_id('user')
/** Refusals when the team would be left without somebody who holds a permission. */
const holders = ['last_administrator', 'last_global_administrator', 'last_rewards_administrator', 'last_billing_administrator'] as const
const names = ['first_name_required', 'last_name_required', 'out_of_range'] as const
const paged = z.strictObject(page_query)
const factored = ['second_factor_needed', 'second_factor_invalid', 'too_many'] as const
const danger = ['presence_required', 'danger_zone_wait', 'forbidden'] as const
const hook_params = params_id('hook')

/**
 * THE table of calls (specification, section 7). Server validation, the web's client, OpenAPI and the refusal
 * tests all come from it. A call that no server module mounts is not in the OpenAPI document.
 */
export const routes = {
  'auth.get_code': {
    method: 'POST', path: '/auth/get_code', summary: 'Send a one-time sign-in code', access: 'public',
    body: auth.code_request, output: auth.code_sent, errors: ['email_invalid', 'too_many', 'mail_failed'],
  },
  'auth.verify_code': {
    method: 'POST', path: '/auth/verify_code', summary: 'Exchange a code for a temporary token', access: 'public',
    body: auth.sign_in, output: auth.signed_in, errors: ['invalid_code', 'code_exhausted', 'email_invalid', ...factored],
  },
  'auth.verify_invite': {
    method: 'POST', path: '/auth/session/verify_invite', summary: 'Look at an invite link', access: 'public',
    body: auth.invite_token, output: auth.invite, errors: ['invite_invalid'],
  },
  'auth.accept_invite': {
    method: 'POST', path: '/auth/session/accept_invite', summary: 'Join by an invite link', access: 'public',
    body: auth.invite_accept, output: auth.session, errors: ['invite_invalid', ...factored],
  },
  'auth.google_nonce': {
    method: 'POST', path: '/auth/google_nonce', summary: 'A nonce for one sign-in with Google', access: 'public', output: auth.google_nonce, errors: ['not_found'],
  },
  'auth.verify_google': {
    method: 'POST', path: '/auth/verify_google_id_token', summary: 'Sign in with a Google identity token', access: 'public',
    body: auth.google_input, output: auth.google_signed_in, errors: ['google_token_invalid', 'google_address', ...factored],
  },
  'auth.options': {
    method: 'GET', path: '/auth/options', summary: 'Ways to sign in besides the code', access: 'public', output: auth.sign_in_options, errors: [],
  },
  'auth.create_workspace': {
    method: 'POST', path: '/auth/workspaces', summary: 'Create a team; its creator holds every permission', access: 'temporary',
    body: workspaces.workspace_create, output: auth.session, errors: ['required', 'out_of_range', 'too_many', 'forbidden', 'presence_required'],
  },
  'auth.list_workspaces': {
    method: 'GET', path: '/auth/workspaces', summary: 'The teams of the account', access: 'temporary',
    output: z.array(workspaces.workspace_choice), errors: ['forbidden'],
  },
  'auth.account': {
    method: 'GET', path: '/auth/account', summary: 'The account, and teams that it may no longer enter', access: 'temporary', output: auth.account, errors: ['forbidden', 'presence_required'],
  },
  'auth.create_session': {
    method: 'POST', path: '/auth/session', summary: 'Enter one of the teams of the account', access: 'temporary',
    body: auth.session_input, output: auth.session, errors: ['not_found', 'forbidden', 'presence_required'],
  },
  'auth.create_temporary': {
    method: 'POST', path: '/auth/temporary', summary: 'A temporary token, to choose another team once this one is left', access: 'take_part', inactive: true,
    output: auth.temporary_token, errors: ['forbidden', 'presence_required'],
  },
  'auth.end_session': {
    method: 'DELETE', path: '/auth/session', summary: 'Log out', access: 'temporary', output: nothing, errors: [],
  },
  'auth.list_sessions': {
    method: 'GET', path: '/auth/sessions', summary: 'Where the account is signed in', access: 'take_part', inactive: true,
    output: z.array(auth.own_session), errors: ['forbidden'],
  },
  'auth.end_sessions': {
    method: 'DELETE', path: '/auth/sessions', summary: 'Sign out everywhere else', access: 'take_part', inactive: true,
    query: auth.end_sessions_query, output: nothing, errors: ['forbidden', 'presence_required'],
  },
  'auth.undo_address': {
    method: 'POST', path: '/auth/address/undo', summary: 'Put the old address of an account back, by the link sent to it', access: 'public',
    body: auth.address_undo, output: nothing, errors: ['address_undo_invalid', 'email_taken'],
  },
  'presence.get': {
    method: 'GET', path: '/auth/presence', summary: 'How this session proves presence, and until when its last proof counts', access: 'take_part', inactive: true,
    output: presence, errors: ['forbidden'],
  },
  'presence.send_code': {
    method: 'POST', path: '/auth/presence/code', summary: 'Send a presence code to the current address', access: 'take_part', inactive: true,
    output: auth.code_sent, errors: ['second_factor_needed', 'too_many', 'mail_failed', 'forbidden'],
  },
  'presence.prove': {
    method: 'POST', path: '/auth/presence', summary: 'Prove presence: by the mailed code, or by the second factor where there is one', access: 'take_part', inactive: true,
    body: presence_proof, output: presence, errors: ['invalid_code', ...factored, 'forbidden'],
  },
  'auth.impersonate': {
    method: 'POST', path: '/auth/session/impersonate', summary: "Use an operator's impersonation link", access: 'public',
    body: auth.impersonate_input, output: auth.session, errors: ['impersonation_invalid'],
  },

  'config.get': {
    method: 'GET', path: '/config', summary: 'Everything the web needs at start', access: 'take_part', inactive: true,
    output: workspaces.config_answer, errors: [],
  },
  'workspace.reset_demo_data': {
    method: 'DELETE', path: '/workspace/reset_demo_data', summary: 'Remove the demo data', access: 'remove_demo_data',
    output: nothing, errors: ['reset_failed'],
  },
  'workspace.reset': {
    method: 'DELETE', path: '/workspace/reset', summary: 'Reset posts, points and rewards history', access: 'manage_workspace',
    body: workspaces.danger_input, output: nothing, errors: ['name_mismatch', 'reset_failed', ...danger],
  },
  'workspace.delete': {
    method: 'DELETE', path: '/workspace', summary: 'Delete the team, once the days of grace are over', access: 'manage_workspace', inactive: true,
    body: workspaces.danger_input, output: nothing, errors: ['name_mismatch', ...danger],
  },
  'workspace.cancel_deletion': {
    method: 'DELETE', path: '/workspace/deletion', summary: 'Keep the team after all', access: 'manage_workspace', inactive: true,
    output: nothing, errors: ['forbidden'],
  },
  'workspace.audit': {
    method: 'GET', path: '/workspace/audit', summary: "Administrators' acts", access: 'read_audit',
    query: paged, output: audit_page, errors: [],
  },

  'profiles.me': {
    method: 'GET', path: '/profiles/me', summary: 'One’s own record', access: 'take_part', output: users.own_user, errors: [],
  },
  'profiles.update_me': {
    method: 'PUT', path: '/profiles/me', summary: 'Change one’s own record', access: 'take_part',
    body: users.profile_input, output: users.own_user, errors: [...names, 'phone_invalid'],
  },
  'profiles.avatar': {
    method: 'PUT', path: '/profiles/me/avatar', summary: 'Upload a picture of oneself, or remove it', access: 'take_part', multipart: true,
    body: picture_input, form: picture_form, output: picture, errors: ['file_too_large', 'file_unreadable', 'upload_failed'],
  },
  'profiles.export': {
    method: 'GET', path: '/profiles/me/export', summary: 'Everything that is kept about oneself', access: 'take_part', inactive: true, format: 'file', output: users.own_export, errors: ['forbidden'],
  },
  'profiles.get_code': {
    method: 'POST', path: '/profiles/me/get_code', summary: 'Send a code to a new address (which takes presence), or a presence code to one’s own', access: 'take_part',
    body: auth.code_request, output: auth.code_sent, errors: ['email_invalid', 'email_taken', 'too_many', 'mail_failed', 'forbidden', 'presence_required', 'second_factor_needed'],
  },
  'profiles.verify_code': {
    method: 'POST', path: '/profiles/me/verify_code', summary: 'Change the address with the code sent to it, or prove presence with the code sent to one’s own', access: 'take_part',
    body: auth.code_check, output: users.user, errors: ['invalid_code', 'code_exhausted', 'email_invalid', 'email_taken', 'forbidden', 'presence_required', 'second_factor_needed'],
  },
  'tokens.list': {
    method: 'GET', path: '/profiles/me/tokens', summary: 'One’s own access tokens, and the scopes one may give', access: 'take_part',
    output: tokens.access_tokens, errors: ['forbidden'],
  },
  'tokens.create': {
    method: 'POST', path: '/profiles/me/tokens', summary: 'Make an access token; it is told this once', access: 'take_part',
    body: tokens.token_create, output: tokens.token_created, errors: ['required', 'out_of_range', 'wrong_format', 'tokens_full', 'forbidden', 'presence_required'],
  },
  'tokens.revoke': {
    method: 'DELETE', path: '/profiles/me/tokens/:id', summary: 'Revoke an access token', access: 'take_part', params: params_id('token'),
    output: nothing, errors: ['forbidden'],
  },
  'calendar.get': {
    method: 'GET', path: '/profiles/me/calendar', summary: 'The secret address of one’s calendar of important dates', access: 'take_part', output: calendar, errors: ['forbidden'],
  },
  'calendar.renew': {
    method: 'POST', path: '/profiles/me/calendar', summary: 'Get an address, or another one; the old one ends', access: 'take_part', output: calendar, errors: ['forbidden'],
  },
  'calendar.remove': {
    method: 'DELETE', path: '/profiles/me/calendar', summary: 'Switch the calendar off', access: 'take_part', output: nothing, errors: ['forbidden'],
  },
  'second_factor.get': {
    method: 'GET', path: '/profiles/me/second_factor', summary: 'Whether one’s account has an authenticator app', access: 'take_part', inactive: true,
    output: factor.second_factor, errors: ['forbidden'],
  },
  'second_factor.start': {
    method: 'POST', path: '/profiles/me/second_factor', summary: 'A secret for an authenticator app; nothing changes until it is confirmed', access: 'take_part', inactive: true,
    output: factor.second_factor_setup, errors: ['conflict', 'forbidden', 'presence_required'],
  },
  'second_factor.confirm': {
    method: 'POST', path: '/profiles/me/second_factor/confirm', summary: 'Switch it on by the app’s first code; recovery codes are told this once', access: 'take_part', inactive: true,
    body: factor.second_factor_proof, output: factor.recovery_codes, errors: ['second_factor_invalid', 'too_many', 'conflict', 'forbidden', 'presence_required'],
  },
  'second_factor.codes': {
    method: 'POST', path: '/profiles/me/second_factor/codes', summary: 'New recovery codes; the old ones end', access: 'take_part', inactive: true,
    output: factor.recovery_codes, errors: ['conflict', 'forbidden', 'presence_required'],
  },
  'second_factor.stop': {
    method: 'POST', path: '/profiles/me/second_factor/stop', summary: 'Switch it off', access: 'take_part', inactive: true,
    output: nothing, errors: ['conflict', 'forbidden', 'presence_required'],
  },
  'profiles.get': {
    method: 'GET', path: '/profiles/:id', summary: 'A profile', access: 'take_part', params: user_params,
    output: users.profile_view, errors: [],
  },
  'profiles.posts': {
    method: 'GET', path: '/profiles/:id/posts', summary: 'Posts to and from somebody', access: 'take_part', params: user_params,
    query: posts.profile_posts_query, output: z.array(posts.post), paged_by_header: true, errors: [],
  },

  'leaderboards.list': {
    method: 'GET', path: '/leaderboards', summary: 'Who received (or gave) most', access: 'take_part',
    query: reports.report_query, output: reports.leaderboard, errors: ['forbidden', 'out_of_range'],
  },
  'leaderboards.values': {
    method: 'GET', path: '/leaderboards/values', summary: 'Points by value', access: 'see_dashboard',
    query: reports.range_query, output: z.array(reports.value_share), errors: ['out_of_range'],
  },
  'leaderboards.org_chart': {
    method: 'GET', path: '/leaderboards/org_chart', summary: 'Who recognises whom', access: 'see_dashboard',
    query: reports.range_query, output: reports.org_chart, errors: ['out_of_range'],
  },
  'leaderboards.common_topics': {
    method: 'GET', path: '/leaderboards/common_topics', summary: 'What public posts speak of', access: 'take_part',
    query: reports.topics_query, output: reports.topics, errors: ['out_of_range'],
  },
  'leaderboards.statistics': {
    method: 'GET', path: '/leaderboards/statistics', summary: 'The figures of the dashboard', access: 'see_dashboard',
    query: reports.range_query, output: reports.statistics, errors: ['out_of_range'],
  },
  'leaderboards.unthanked': {
    method: 'GET', path: '/leaderboards/unthanked', summary: 'Who was not thanked', access: 'see_dashboard',
    query: reports.range_query, output: reports.unthanked, errors: ['out_of_range'],
  },
  'leaderboards.csv': {
    method: 'GET', path: '/leaderboards/dashboard.csv', summary: 'A tile of the dashboard as CSV', access: 'see_dashboard', format: 'csv',
    query: reports.tile_query, output: csv, errors: ['out_of_range'],
  },
  'leaderboards.get': {
    method: 'GET', path: '/leaderboards/:id', summary: 'One person’s place', access: 'take_part', params: user_params,
    query: reports.report_query, output: reports.leader, errors: ['forbidden', 'out_of_range'],
  },
  'leaderboards.user_values': {
    method: 'GET', path: '/leaderboards/:id/values', summary: 'One person’s points by value, the ten strongest', access: 'take_part', params: user_params,
    query: reports.report_query, output: z.array(reports.value_share), errors: ['out_of_range'],
  },
  'leaderboards.activity': {
    method: 'GET', path: '/leaderboards/:id/activity', summary: 'One person’s points by day', access: 'take_part', params: user_params,
    query: reports.range_query, output: reports.activity, errors: ['out_of_range'],
  },
  'leaderboards.relations': {
    method: 'GET', path: '/leaderboards/:id/relations', summary: 'Whom somebody recognises most, and who them', access: 'take_part', params: user_params,
    query: reports.range_query, output: reports.relations, errors: ['out_of_range'],
  },

  'coins.list': {
    method: 'GET', path: '/coins/:id', summary: 'A balance sheet: one’s own, or any with see_balances', access: 'take_part', params: user_params,
    query: coins.coins_query, output: coins.coins, errors: ['forbidden'],
  },
  'coins.csv': {
    method: 'GET', path: '/coins/:id/balance.csv', summary: 'A balance sheet as CSV', access: 'take_part', params: user_params, format: 'csv',
    query: coins.file_query, output: csv, errors: ['forbidden'],
  },
  'coins.adjust': {
    method: 'PUT', path: '/coins/:id', summary: 'Adjust a balance, never below zero', access: 'adjust_balances', params: user_params,
    body: coins.adjust_input, output: coins.adjusted, moves: 'points', errors: ['invalid_amount'],
  },

  'settings.get': {
    method: 'GET', path: '/settings', summary: 'The settings of the team', access: 'enter_settings', output: settings.settings, errors: [],
  },
  'settings.update': {
    method: 'PUT', path: '/settings', summary: 'Change settings of the team', access: 'manage_settings',
    body: settings.settings_input, output: settings.settings, errors: ['required', 'out_of_range', 'wrong_format', 'email_invalid'],
  },
  'settings.notifications': {
    method: 'PUT', path: '/settings/notifications', summary: 'Switch the mails of the team', access: 'manage_notifications',
    body: settings.notifications_input, output: settings.settings, errors: [],
  },
  'notifications.get': {
    method: 'POST', path: '/notifications/subscription', summary: 'What the link in the foot of a mail switches', access: 'public',
    body: settings.subscription_token, output: settings.mail_subscription, errors: ['unsubscribe_invalid'],
  },
  'notifications.set': {
    method: 'PUT', path: '/notifications/subscription', summary: 'Stop (or get again) one kind of mail', access: 'public',
    body: settings.subscription_input, output: settings.mail_subscription, errors: ['unsubscribe_invalid'],
  },
  'settings.logo': {
    method: 'POST', path: '/settings/logo', summary: 'Upload the logo, or remove it', access: 'manage_settings', multipart: true,
    body: picture_input, form: picture_form, output: picture, errors: ['file_too_large', 'file_unreadable', 'upload_failed'],
  },

  'people.list': {
    method: 'GET', path: '/people', summary: 'Colleagues by a part of their name, or by their whole address (mentions)', access: 'take_part',
    query: users.people_query, output: z.array(users.person), errors: [],
  },
  'people.administrators': {
    method: 'GET', path: '/people/administrators', summary: 'Colleagues who manage something, at most 20', access: 'take_part', output: z.array(users.administrator), errors: [],
  },
  'people.dates': {
    method: 'GET', path: '/people/dates', summary: 'Birthdays and anniversaries of the coming days', access: 'take_part',
    output: z.array(users.important_date), errors: [],
  },
  'users.list': {
    method: 'GET', path: '/users', summary: 'The team: pending, accepted, deactivated, then by name', access: 'manage_team',
    query: users.users_query, output: page(users.member).extend({ counts: users.user_counts }), errors: [],
  },
  'users.create': {
    method: 'POST', path: '/users', summary: 'Invite people; answers the outcome of each', access: 'manage_team',
    body: users.users_input, output: z.array(users.invite_outcome), errors: ['email_invalid', 'too_many'],
  },
  'users.csv': {
    method: 'GET', path: '/users.csv', summary: 'The team as CSV', access: 'manage_team', format: 'csv',
    query: z.strictObject({ state: users.user_state.optional(), bom: csv_bom }), output: csv, errors: [],
  },
  'users.get': {
    method: 'GET', path: '/users/:id', summary: 'One member', access: 'manage_team', params: user_params, output: users.member, errors: [],
  },
  'users.update': {
    method: 'PUT', path: '/users/:id', summary: 'Change, deactivate or reactivate a member', access: 'manage_team', params: user_params,
    body: users.user_input, output: users.member, errors: [...names, 'email_invalid', 'email_taken', 'phone_invalid', ...holders, 'forbidden', 'conflict', 'invites_spent'],
  },
  'users.delete': {
    method: 'DELETE', path: '/users/:id', summary: 'Delete a member (or oneself): personal data goes, posts stay', access: 'take_part', inactive: true, params: user_params,
    output: nothing, errors: ['forbidden', ...holders, 'last_member'],
  },
  'users.invite': {
    method: 'POST', path: '/users/:id/invite', summary: 'Send the invite again', access: 'manage_team', params: user_params,
    output: users.member, errors: ['too_many', 'conflict', 'forbidden', 'invites_spent'],
  },
  'users.permissions': {
    method: 'PUT', path: '/users/:id/permissions', summary: 'Grant or remove permissions: account administrators any, others those they hold', access: 'manage_team', params: user_params,
    body: users.permissions_input, output: users.member, errors: ['forbidden', ...holders, 'conflict'],
  },
  'imports.list': {
    method: 'GET', path: '/users/imports', summary: 'The latest imports, newest first', access: 'manage_team', output: z.array(imports.user_import), errors: [],
  },
  'imports.create': {
    method: 'POST', path: '/users/imports', summary: 'Upload a list of people (CSV or XLSX)', access: 'manage_team', multipart: true, file_bytes_max: limits.import_bytes_max,
    output: imports.user_import, errors: ['file_too_large', 'file_unreadable', 'out_of_range'],
  },
  'imports.get': {
    method: 'GET', path: '/users/imports/:id', summary: 'How far an import is', access: 'manage_team', params: params_id('import'),
    output: imports.user_import, errors: [],
  },
  'imports.preview': {
    method: 'POST', path: '/users/imports/:id/preview', summary: 'Dry run with chosen columns', access: 'manage_team', params: params_id('import'),
    body: imports.columns_input, output: imports.import_preview, errors: ['required', 'not_unique', 'wrong_format', 'conflict'],
  },
  'imports.start': {
    method: 'POST', path: '/users/imports/:id', summary: 'Send the invites', access: 'manage_team', params: params_id('import'),
    output: imports.user_import, errors: ['conflict', 'required'],
  },
  'imports.cancel': {
    method: 'DELETE', path: '/users/imports/:id', summary: 'Stop an import', access: 'manage_team', params: params_id('import'),
    output: imports.user_import, errors: ['conflict'],
  },
  'imports.refused': {
    method: 'GET', path: '/users/imports/:id/refused.csv', summary: 'The rows that failed, with reasons', access: 'manage_team',
    params: params_id('import'), format: 'csv', output: csv, errors: [],
  },

  'values.list': {
    method: 'GET', path: '/values', summary: 'The values of the team', access: 'take_part', output: z.array(values.value), errors: [],
  },
  'values.suggestions': {
    method: 'GET', path: '/values/suggestions', summary: 'Sixteen values to begin with', access: 'manage_values', output: z.array(values.value_suggestion), errors: [],
  },
  'values.create': {
    method: 'POST', path: '/values', summary: 'Add a value', access: 'manage_values', body: values.value_create, output: values.value,
    errors: ['required', 'not_unique', 'values_full', 'out_of_range', 'wrong_format'],
  },
  'values.update': {
    method: 'PUT', path: '/values/:id', summary: 'Change a value', access: 'manage_values', params: params_id('value'),
    body: values.value_update, output: values.value, errors: ['required', 'not_unique', 'out_of_range', 'wrong_format'],
  },
  'values.delete': {
    method: 'DELETE', path: '/values/:id', summary: 'Retire a value; its posts keep it', access: 'manage_values', params: params_id('value'),
    output: nothing, errors: ['last_value'],
  },

  'rewards.list': {
    method: 'GET', path: '/rewards/rewards', summary: 'All rewards', access: 'manage_rewards', query: rewards.rewards_query,
    output: z.array(rewards.reward), errors: [],
  },
  'rewards.create': {
    method: 'POST', path: '/rewards/rewards', summary: 'Add a reward', access: 'manage_rewards', multipart: true,
    body: rewards.reward_create, form: rewards.reward_form, output: rewards.reward,
    errors: ['required', 'price_too_low', 'price_too_high', 'out_of_range', 'wrong_format', 'card_required', 'rewards_full', 'file_too_large', 'file_unreadable', 'upload_failed'],
  },
  'rewards.update': {
    method: 'PUT', path: '/rewards/rewards/:id', summary: 'Change a reward', access: 'manage_rewards', multipart: true, params: params_id('reward'),
    body: rewards.reward_update, form: rewards.reward_form, output: rewards.reward,
    errors: ['required', 'price_too_low', 'price_too_high', 'out_of_range', 'wrong_format', 'card_required', 'kind_fixed', 'file_too_large', 'file_unreadable', 'upload_failed'],
  },
  'rewards.delete': {
    method: 'DELETE', path: '/rewards/rewards/:id', summary: 'Delete a reward; running purchases stay', access: 'manage_rewards',
    params: params_id('reward'), output: nothing, errors: [],
  },
  'rewards.duplicate': {
    method: 'POST', path: '/rewards/rewards/:id/duplicate', summary: 'Copy a reward', access: 'manage_rewards', params: params_id('reward'),
    output: rewards.reward, errors: ['rewards_full'],
  },
  'rewards.purchases': {
    method: 'GET', path: '/rewards/purchases', summary: 'Purchases, pending first', access: 'manage_rewards', query: rewards.purchases_query,
    output: rewards.purchases_page, errors: [],
  },
  'rewards.fulfil': {
    method: 'POST', path: '/rewards/purchases/:id', summary: 'Fulfil a purchase', access: 'fulfil_purchases', params: params_id('purchase'),
    body: rewards.fulfil_input, output: rewards.purchase, moves: 'points', errors: ['purchase_decided', 'conflict', 'team_reward_underfunded'],
  },
  'rewards.decline': {
    method: 'DELETE', path: '/rewards/purchases/:id', summary: 'Decline a purchase; points go back', access: 'fulfil_purchases',
    params: params_id('purchase'), body: rewards.decline_input, output: rewards.purchase, moves: 'points', errors: ['purchase_decided'],
  },
  'rewards.purchases_csv': {
    method: 'GET', path: '/rewards/purchases.csv', summary: 'Purchases as CSV', access: 'manage_rewards', format: 'csv',
    query: posts.days_query, output: csv, errors: [],
  },
  'rewards.countries': {
    method: 'GET', path: '/rewards/countries', summary: 'Countries that gift cards exist for', access: 'manage_rewards', output: rewards.gift_card_countries, errors: [],
  },
  'rewards.products': {
    method: 'GET', path: '/rewards/products', summary: 'Gift cards that can be offered', access: 'manage_rewards',
    query: z.strictObject({ country: z.string().regex(/^[A-Z]{2}$/) }), output: z.array(rewards.gift_card_product), errors: [],
  },
  'rewards.add_payment_method': {
    method: 'POST', path: '/rewards/payment_method', summary: 'Add the card that pays gift cards', access: 'manage_rewards_billing',
    body: billing.callback_input, output: session_url, moves: 'money', errors: ['callback_invalid', 'payment_failed'],
  },
  'rewards.payment_method': {
    method: 'GET', path: '/rewards/payment_method', summary: 'The card that pays gift cards', access: 'manage_rewards_billing',
    output: rewards.rewards_payment_method, errors: [],
  },
  'rewards.remove_payment_method': {
    method: 'DELETE', path: '/rewards/payment_method', summary: 'Remove that card', access: 'manage_rewards_billing', output: nothing, errors: [],
  },

  'shop.list': {
    method: 'GET', path: '/shop/rewards', summary: 'What can be redeemed', access: 'take_part', query: rewards.rewards_query,
    output: z.array(rewards.shop_reward), errors: [],
  },
  'shop.purchases': {
    method: 'GET', path: '/shop/purchases', summary: 'One’s own purchases', access: 'take_part', query: rewards.purchases_query,
    output: rewards.purchases_page, errors: [],
  },
  'shop.get': {
    method: 'GET', path: '/shop/rewards/:id', summary: 'One reward of the shop', access: 'take_part', params: params_id('reward'),
    output: rewards.shop_reward, errors: [],
  },
  'shop.readdress': {
    method: 'PUT', path: '/shop/purchases/:id/delivery', summary: 'Another address for a gift card that did not arrive', access: 'take_part', params: params_id('purchase'),
    body: rewards.delivery_input, output: rewards.purchase, errors: ['email_invalid', 'purchase_decided'],
  },
  'giftcards.claim': {
    method: 'POST', path: '/claim', summary: 'What a claim link of ours holds', access: 'public', body: rewards.claim_token, output: rewards.claim, errors: ['claim_invalid'],
  },
  'shop.redeem': {
    method: 'POST', path: '/shop/rewards/:id', summary: 'Redeem a reward', access: 'take_part', params: params_id('reward'),
    body: rewards.redeem_input, output: rewards.purchase, moves: 'points',
    errors: ['not_enough_points', 'out_of_stock', 'one_time_used', 'comment_required', 'required', 'conflict', 'price_changed', 'price_too_low', 'price_too_high', 'not_validated', 'gift_card_unavailable', 'gift_card_limit', 'purchase_failed', 'payment_failed', 'card_required'],
  },
  'shop.cancel': {
    method: 'DELETE', path: '/shop/purchases/:id', summary: 'Cancel a pending purchase of one’s own', access: 'take_part',
    params: params_id('purchase'), output: rewards.purchase, moves: 'points', errors: ['purchase_decided'],
  },

  'posts.list': {
    method: 'GET', path: '/posts', summary: 'The feed, newest first', access: 'take_part', query: posts.posts_query,
    output: z.array(posts.post), paged_by_header: true, errors: [],
  },
  'posts.create': {
    method: 'POST', path: '/posts', summary: 'Recognise colleagues', access: 'take_part', body: posts.post_create, output: posts.post,
    moves: 'points',
    errors: ['user_not_found', 'self_recognition', 'value_required', 'description_required', 'message_too_long', 'out_of_range', 'no_points', 'over_limit'],
  },
  'posts.csv': {
    method: 'GET', path: '/posts.csv', summary: 'Posts as CSV', access: 'export_posts', format: 'csv', query: posts.days_query, output: csv, errors: [],
  },
  'posts.get': {
    method: 'GET', path: '/posts/:id', summary: 'One post', access: 'take_part', params: params_id('post'), output: posts.post, errors: [],
  },
  'posts.update': {
    method: 'PUT', path: '/posts/:id', summary: 'Change the value of a post', access: 'take_part', params: params_id('post'),
    body: posts.post_update, output: posts.post, errors: ['value_required', 'forbidden'],
  },
  'posts.delete': {
    method: 'DELETE', path: '/posts/:id', summary: 'Delete a post; recipients’ points are taken back', access: 'take_part',
    params: params_id('post'), output: posts.post_deleted, moves: 'points', errors: ['forbidden'],
  },
  'posts.like': {
    method: 'POST', path: '/posts/:id/like', summary: 'Like a post', access: 'take_part', params: params_id('post'), output: posts.like, errors: [],
  },
  'posts.unlike': {
    method: 'DELETE', path: '/posts/:id/like', summary: 'Take a like back', access: 'take_part', params: params_id('post'), output: posts.like, errors: [],
  },
  'posts.react': {
    method: 'POST', path: '/posts/:id/reactions', summary: 'Answer a post with an emoji; twice is once', access: 'take_part', params: params_id('post'),
    body: posts.reaction_input, output: posts.reacted, errors: ['switched_off'],
  },
  'posts.reactors': {
    method: 'GET', path: '/posts/:id/reactions/:reaction', summary: 'Who answered with this emoji, or (`like`) liked it', access: 'take_part', params: posts.answer_params, output: posts.reactors, errors: ['switched_off'],
  },
  'posts.unreact': {
    method: 'DELETE', path: '/posts/:id/reactions/:reaction', summary: 'Take a reaction back', access: 'take_part', params: posts.reaction_params, output: posts.reacted, errors: ['switched_off'],
  },
  'posts.comments': {
    method: 'GET', path: '/posts/:id/comments', summary: 'Comments and add-ons of a post, newest first', access: 'take_part', params: params_id('post'), query: paged,
    output: page(posts.comment), errors: [],
  },
  'posts.comment': {
    method: 'POST', path: '/posts/:id/comments', summary: 'Comment on a post', access: 'take_part', params: params_id('post'), body: posts.comment_input, output: posts.comment,
    errors: ['switched_off', 'required', 'message_too_long'],
  },
  'posts.edit_comment': {
    method: 'PUT', path: '/posts/:id/comments/:comment_id', summary: 'Change one’s own comment', access: 'take_part', params: posts.comment_params, body: posts.comment_input,
    output: posts.comment, errors: ['forbidden', 'switched_off', 'required', 'message_too_long'],
  },
  'posts.delete_comment': {
    method: 'DELETE', path: '/posts/:id/comments/:comment_id', summary: 'Delete a comment: its author or a global administrator', access: 'take_part', params: posts.comment_params,
    output: nothing, errors: ['forbidden'],
  },
  'posts.add_on': {
    method: 'POST', path: '/posts/:id/add_ons', summary: 'Add points from one’s own allowance to somebody else’s post', access: 'take_part', params: params_id('post'),
    body: posts.add_on_input, output: posts.comment, moves: 'points', errors: ['switched_off', 'forbidden', 'self_recognition', 'user_not_found', 'message_too_long', 'out_of_range', 'no_points', 'over_limit'],
  },

  'checklist.update': {
    method: 'PUT', path: '/checklist', summary: 'Dismiss the checklist for good (`dismissed: true`); it never comes back', access: 'take_part',
    body: workspaces.checklist_input, output: workspaces.checklist, errors: [],
  },
  'checklist.dismiss': {
    method: 'DELETE', path: '/checklist', summary: 'Dismiss the checklist for good', access: 'take_part', output: workspaces.checklist, errors: [],
  },

  'hooks.list': {
    method: 'GET', path: '/hooks', summary: 'Outgoing webhooks, and bridges to Slack and Microsoft Teams', access: 'manage_settings',
    output: z.array(hooks.hook), errors: [],
  },
  'hooks.create': {
    method: 'POST', path: '/hooks', summary: 'Connect a receiver; a webhook’s secret is shown this once', access: 'manage_settings',
    body: hooks.hook_create, output: hooks.hook_created, errors: ['required', 'out_of_range', 'wrong_format', 'address_refused', 'slack_address', 'teams_address', 'hooks_full', 'forbidden'],
  },
  'hooks.update': {
    method: 'PUT', path: '/hooks/:id', summary: 'Change, pause or resume a connection', access: 'manage_settings', params: hook_params,
    body: hooks.hook_update, output: hooks.hook, errors: ['required', 'out_of_range', 'wrong_format', 'address_refused', 'slack_address', 'teams_address', 'forbidden'],
  },
  'hooks.delete': {
    method: 'DELETE', path: '/hooks/:id', summary: 'Disconnect a receiver; its log goes too', access: 'manage_settings', params: hook_params, output: nothing, errors: [],
  },
  'hooks.rotate': {
    method: 'POST', path: '/hooks/:id/secret', summary: 'A new signing secret, shown this once; the old one signs beside it for a day', access: 'manage_settings',
    params: hook_params, output: hooks.hook_secret, errors: ['wrong_format', 'forbidden'],
  },
  'hooks.test': {
    method: 'POST', path: '/hooks/:id/test', summary: 'Send a test at once, and tell what came of it', access: 'manage_settings', params: hook_params,
    output: hooks.hook_delivery, errors: [],
  },
  'hooks.deliveries': {
    method: 'GET', path: '/hooks/:id/deliveries', summary: 'What was sent and what waits, newest first', access: 'manage_settings', params: hook_params,
    query: paged, output: hooks.hook_deliveries, errors: ['forbidden'],
  },
  'hooks.redeliver': {
    method: 'POST', path: '/hooks/:id/deliveries/:delivery_id', summary: 'Send one again, with the same webhook-id', access: 'manage_settings', params: hooks.delivery_params,
    output: hooks.hook_delivery, errors: ['forbidden'],
  },

  'events.stream': {
    method: 'GET', path: '/events', summary: 'What changes, as it happens (server-sent events: lists of topics)', access: 'take_part', inactive: true,
    format: 'events', output: events.event_stream, errors: [],
  },

  'billing.details': {
    method: 'GET', path: '/billing/billing', summary: 'Name and address on invoices', access: 'manage_billing', inactive: true,
    output: billing.details, errors: [],
  },
  'billing.update_details': {
    method: 'PUT', path: '/billing/billing', summary: 'Change name and address on invoices', access: 'manage_billing', inactive: true,
    body: billing.details_input, output: billing.details, errors: ['required', 'email_invalid'],
  },
  'billing.upcoming': {
    method: 'GET', path: '/billing/invoices/upcoming', summary: 'The next invoice; of a change or a first order with `plan`; null where nothing comes', access: 'manage_billing', inactive: true,
    query: billing.upcoming_query, output: billing.invoice.nullable(), errors: ['promo_invalid', 'subscription_final'],
  },
  'billing.invoices': {
    method: 'GET', path: '/billing/invoices', summary: 'Invoices', access: 'manage_billing', inactive: true,
    query: billing.invoices_query, output: page(billing.invoice), errors: [],
  },
  'billing.receipts': {
    method: 'GET', path: '/billing/invoices/receipts', summary: 'Receipts', access: 'manage_billing', inactive: true,
    query: billing.receipts_query, output: billing.receipts, errors: [],
  },
  'billing.invoice_pdf': {
    method: 'GET', path: '/billing/invoices/:id/invoice.pdf', summary: 'An invoice as PDF (BILLING=local)', access: 'manage_billing', inactive: true,
    params: billing.document_params, format: 'pdf', output: pdf, errors: [],
  },
  'billing.receipt_pdf': {
    method: 'GET', path: '/billing/invoices/receipts/:id/receipt.pdf', summary: 'A receipt as PDF (BILLING=local)', access: 'manage_billing', inactive: true,
    params: billing.document_params, format: 'pdf', output: pdf, errors: [],
  },
  'billing.subscription': {
    method: 'GET', path: '/billing/subscription', summary: 'The subscription', access: 'manage_billing', inactive: true,
    output: billing.subscription, errors: [],
  },
  'billing.subscribe': {
    method: 'POST', path: '/billing/subscription', summary: 'Subscribe', access: 'manage_billing', inactive: true, moves: 'money',
    body: billing.subscribe_input, output: session_url, errors: ['callback_invalid', 'promo_invalid', 'payment_failed', 'conflict'],
  },
  'billing.change_plan': {
    method: 'PUT', path: '/billing/subscription', summary: 'Switch between monthly and annual', access: 'manage_billing', inactive: true, moves: 'money',
    body: billing.change_input, output: billing.subscription, errors: ['payment_failed', 'no_subscription', 'subscription_final', 'conflict'],
  },
  'billing.cancel': {
    method: 'DELETE', path: '/billing/subscription', summary: 'Stop at the end of the period', access: 'manage_billing', inactive: true, moves: 'money',
    body: billing.cancel_input, output: billing.subscription, errors: ['no_subscription', 'conflict'],
  },
  'billing.resume': {
    method: 'POST', path: '/billing/subscription/resume', summary: 'Go on after all', access: 'manage_billing', inactive: true, moves: 'money',
    output: billing.subscription, errors: ['no_subscription', 'subscription_final', 'conflict'],
  },
  'billing.payment_method': {
    method: 'GET', path: '/billing/payment_method', summary: 'The card of the subscription', access: 'manage_billing', inactive: true,
    output: billing.card, errors: [],
  },
  'billing.add_payment_method': {
    method: 'POST', path: '/billing/payment_method', summary: 'Change the card', access: 'manage_billing', inactive: true, moves: 'money',
    body: billing.callback_input, output: session_url, errors: ['callback_invalid'],
  },
  'billing.dismiss_offer': {
    method: 'DELETE', path: '/billing/offer', summary: 'Hide the banner of the welcome offer for good; the offer holds during the trial', access: 'manage_billing', inactive: true, output: nothing, errors: [],
  },
  'checkout.get': {
    method: 'POST', path: '/checkout/session', summary: 'What our own checkout page is about', access: 'public',
    body: checkout.checkout_token, output: checkout.checkout, errors: ['checkout_invalid', 'promo_invalid'],
  },
  'checkout.pay': {
    method: 'POST', path: '/checkout/session/card', summary: 'Enter a test card on our own checkout page', access: 'public',
    body: checkout.checkout_pay, output: checkout.checkout_paid, errors: ['checkout_invalid', 'required', 'wrong_format', 'payment_failed', 'promo_invalid', 'conflict'],
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
type Routes = typeof routes
/** What a caller may send (before defaults) and what a handler gets (after them). */
export type ParamsOf<N extends RouteName> = Routes[N] extends { params: z.ZodType } ? z.output<Routes[N]['params']> : undefined
export type QueryOf<N extends RouteName> = Routes[N] extends { query: z.ZodType } ? z.output<Routes[N]['query']> : undefined
export type BodyOf<N extends RouteName> = Routes[N] extends { body: z.ZodType } ? z.output<Routes[N]['body']> : undefined
export type QueryInputOf<N extends RouteName> = Routes[N] extends { query: z.ZodType } ? z.input<Routes[N]['query']> : undefined
export type BodyInputOf<N extends RouteName> = Routes[N] extends { body: z.ZodType } ? z.input<Routes[N]['body']> : undefined
export type OutputOf<N extends RouteName> = z.output<Routes[N]['output']>
export const routeNames = Object.keys(routes) as RouteName[]
