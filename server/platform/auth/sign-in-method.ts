/**
 * How a person signed in: by a mailed code, with Google, by an invite link or through a company.
 */
export type SignInMethod = 'code' | 'google' | 'invite' | 'sso'
