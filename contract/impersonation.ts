/**
 * Routes that are closed to an impersonating operator. They have effects beyond the one-hour
 * session (webhooks, permissions, invitations, access tokens, addresses), or concern private data.
 * The names are keys of `routes` in contract/routes/index.ts.
 */
const forbiddenRoutes = new Set([
  'hooks.create',
  'hooks.update',
  'hooks.delete',
  'hooks.rotate',
  'hooks.test',
  'hooks.redeliver',
  'users.create',
  'users.invite',
  'users.invite_many',
  'users.permissions',
  'users.permissions_many',
  'imports.create',
  'imports.preview',
  'imports.start',
  'tokens.list',
  'tokens.create',
  'tokens.revoke',
  'calendar.get',
  'calendar.renew',
  'calendar.remove',
  'inbox.mark_read',
  'inbox.set_preferences',
  'shop.readdress',
  'profiles.get_code',
  'profiles.verify_code',
  'profiles.export',
  'presence.get',
  'presence.send_code',
  'presence.prove',
  'auth.create_temporary',
  'workspace.reset',
  'workspace.delete',
  'workspace.cancel_deletion',
])
export const allowsImpersonation = (name: string): boolean => !forbiddenRoutes.has(name)
