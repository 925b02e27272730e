import { z } from 'zod'
import { email, id, namedObject, namedStrictObject, picture, time } from './common.ts'
import { limits } from '#contract/limits.ts'
import { twoFactorCode } from './two-factor.ts'
import { workspace, workspaceChoice } from './workspaces.ts'

export const codeRequest = namedStrictObject('EmailInput', { email })
/** `sig` binds the code to the address and the purpose of its request. */
export const codeRequestResult = namedObject('CodeRequestResult', { sig: z.string() })
export const oneTimeCode = z
  .string('invalid_code')
  .trim()
  .regex(new RegExp(`^\\d{${limits.code_digits}}$`), 'invalid_code')
export const codeVerification = namedStrictObject('CodeVerification', {
  email,
  sig: z.string('required').max(200),
  code: oneTimeCode,
})
/** Accounts with two-factor authentication also send an authenticator code or a recovery code. */
export const signInInput = codeVerification
  .extend({ second_factor: twoFactorCode.optional() })
  .meta({ id: 'SignInInput' })
/** `access_token` is the temporary token. It can only choose or create a workspace. */
export const signInResult = namedObject('SignInResult', {
  workspaces: z.array(workspaceChoice),
  access_token: z.string(),
})
/**
 * `nonce` travels through Google and returns in the identity token. `nonce_key` stays in the
 * browser and is sent with the token.
 */
export const googleNonce = namedObject('GoogleNonce', {
  nonce: z.string(),
  nonce_key: z.string(),
  expires_at: time,
})
/** A token without the `nonce_key` of its nonce is rejected. */
export const googleSignInInput = namedStrictObject('GoogleSignInInput', {
  id_token: z.string('required').max(8_192),
  nonce_key: z.string().max(200).optional(),
  second_factor: twoFactorCode.optional(),
})
export const googleSignInResult = signInResult
  .extend({ email: z.string() })
  .meta({ id: 'GoogleSignInResult' })

/**
 * The account of a token: its address, its name from a team, and the teams that ended its access,
 * with names of some of their administrators. `team_name` suggests a name for a new team, from the
 * domain of the address.
 */
export const account = namedObject('Account', {
  email: z.string(),
  team_name: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  ended: z.array(
    namedObject('EndedTeam', { name: z.string(), administrators: z.array(z.string()) }),
  ),
})

export const inviteToken = namedStrictObject('TokenInput', {
  token: z.string('invite_invalid').min(1, 'invite_invalid').max(200, 'invite_invalid'),
})
export const inviteAcceptInput = inviteToken
  .extend({ second_factor: twoFactorCode.optional() })
  .meta({ id: 'InvitationAcceptInput' })
export const invite = namedObject('Invitation', {
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  workspace: z.object({ id: id('workspace'), name: z.string(), logo: picture }),
  invited_by: z.string(),
})
export const sessionInput = namedStrictObject('SessionInput', { workspace_id: id('workspace') })
/** `access_token` is the session token: 30 days, renewed by use. */
export const newSession = namedObject('NewSession', { access_token: z.string(), workspace })
/** A temporary token made from a session, to choose a team after leaving the current one. */
export const temporaryToken = namedObject('TemporaryToken', { access_token: z.string() })
/** Whether the user's access tokens end together with the other sessions. */
export const endSessionsQueryParams = z.strictObject({
  tokens: z.enum(['keep', 'end'], 'wrong_format').default('keep'),
})
export const addressUndoInput = namedStrictObject('TokenInput', {
  token: z
    .string('address_undo_invalid')
    .min(1, 'address_undo_invalid')
    .max(200, 'address_undo_invalid'),
})
export const ownSession = namedObject('OwnSession', {
  id: id('session'),
  current: z.boolean(),
  created_at: time,
  seen_at: time,
  client: z.string(),
  workspace_name: z.string(),
})
export const impersonateInput = namedStrictObject('ImpersonateInput', {
  token: z.string('required').max(200),
})
/** Sign-in methods besides the code. */
export const signInOptions = namedObject('SignInOptions', {
  google: z.object({ client_id: z.string(), script_url: z.string() }).nullable(),
  terms_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
})
