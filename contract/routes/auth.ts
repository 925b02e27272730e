import { z } from 'zod'
import type { Route } from './route.ts'
import * as auth from '#contract/schemas/auth.ts'
import { noContent } from '#contract/schemas/common.ts'
import * as workspaces from '#contract/schemas/workspaces.ts'
import { twoFactorErrors } from './common.ts'

export const authRoutes = {
  'auth.get_code': {
    method: 'POST',
    path: '/auth/get_code',
    summary: 'Send a one-time sign-in code',
    access: 'public',
    body: auth.codeRequest,
    output: auth.codeRequestResult,
    // Sends a mail.
    affects: [],
    errors: ['email_invalid', 'too_many', 'mail_failed'],
  },
  'auth.verify_code': {
    method: 'POST',
    path: '/auth/verify_code',
    summary: 'Exchange a code for a temporary token',
    access: 'public',
    body: auth.signInInput,
    output: auth.signInResult,
    // A new session starts with an empty cache.
    affects: [],
    errors: ['invalid_code', 'code_exhausted', 'email_invalid', ...twoFactorErrors],
  },
  'auth.verify_invite': {
    method: 'POST',
    path: '/auth/session/verify_invite',
    summary: 'Get the invitation of an invite link',
    access: 'public',
    body: auth.inviteToken,
    output: auth.invite,
    // Only reads; the token travels in the body.
    affects: [],
    errors: ['invite_invalid'],
  },
  'auth.accept_invite': {
    method: 'POST',
    path: '/auth/session/accept_invite',
    summary: 'Join a team with an invite link',
    access: 'public',
    body: auth.inviteAcceptInput,
    output: auth.newSession,
    // A new session starts with an empty cache.
    affects: [],
    errors: ['invite_invalid', ...twoFactorErrors],
  },
  'auth.google_nonce': {
    method: 'POST',
    path: '/auth/google_nonce',
    summary: 'Create a nonce for a sign-in with Google',
    access: 'public',
    output: auth.googleNonce,
    // Read as a query.
    affects: [],
    errors: ['not_found'],
  },
  'auth.verify_google': {
    method: 'POST',
    path: '/auth/verify_google_id_token',
    summary: 'Sign in with a Google identity token',
    access: 'public',
    body: auth.googleSignInInput,
    output: auth.googleSignInResult,
    // A new session starts with an empty cache.
    affects: [],
    errors: ['google_token_invalid', 'google_address', ...twoFactorErrors],
  },
  'auth.options': {
    method: 'GET',
    path: '/auth/options',
    summary: 'Get the sign-in methods besides the code',
    access: 'public',
    output: auth.signInOptions,
    errors: [],
  },
  'auth.create_workspace': {
    method: 'POST',
    path: '/auth/workspaces',
    summary: 'Create a team. Its creator gets every permission',
    access: 'temporary',
    body: workspaces.workspaceCreate,
    output: auth.newSession,
    // A new session starts with an empty cache.
    affects: [],
    errors: ['required', 'out_of_range', 'too_many', 'forbidden', 'presence_required'],
  },
  'auth.list_workspaces': {
    method: 'GET',
    path: '/auth/workspaces',
    summary: 'List the teams of the account',
    access: 'temporary',
    output: z.array(workspaces.workspaceChoice),
    errors: ['forbidden'],
  },
  'auth.account': {
    method: 'GET',
    path: '/auth/account',
    summary: 'Get the account and the teams that have ended its access',
    access: 'temporary',
    output: auth.account,
    errors: ['forbidden', 'presence_required'],
  },
  'auth.create_session': {
    method: 'POST',
    path: '/auth/session',
    summary: 'Create a session in a team of the account',
    access: 'temporary',
    body: auth.sessionInput,
    output: auth.newSession,
    // A new session starts with an empty cache.
    affects: [],
    errors: ['not_found', 'forbidden', 'presence_required'],
  },
  'auth.create_temporary': {
    method: 'POST',
    path: '/auth/temporary',
    summary: 'Create a temporary token to choose another team',
    access: 'take_part',
    inactive: true,
    output: auth.temporaryToken,
    // The token is not part of any query.
    affects: [],
    errors: ['forbidden', 'presence_required'],
  },
  'auth.end_session': {
    method: 'DELETE',
    path: '/auth/session',
    summary: 'End the session',
    access: 'temporary',
    output: noContent,
    // The end of a session clears the cache.
    affects: [],
    errors: [],
  },
  'auth.list_sessions': {
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List the sessions of the account',
    access: 'take_part',
    inactive: true,
    output: z.array(auth.ownSession),
    errors: ['forbidden'],
  },
  'auth.end_sessions': {
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'End all other sessions of the account',
    access: 'take_part',
    inactive: true,
    query: auth.endSessionsQueryParams,
    output: noContent,
    affects: ['sessions', 'tokens'],
    errors: ['forbidden', 'presence_required'],
  },
  'auth.undo_address': {
    method: 'POST',
    path: '/auth/address/undo',
    summary: 'Restore the old address of an account with the mailed token',
    access: 'public',
    body: auth.addressUndoInput,
    output: noContent,
    // Works without a session.
    affects: [],
    errors: ['address_undo_invalid', 'email_taken'],
  },
  'auth.impersonate': {
    method: 'POST',
    path: '/auth/session/impersonate',
    summary: 'Start a session with an impersonation link',
    access: 'public',
    body: auth.impersonateInput,
    output: auth.newSession,
    // A new session starts with an empty cache.
    affects: [],
    errors: ['impersonation_invalid'],
  },
} as const satisfies Record<string, Route>
