/**
 * Calls that an operator in somebody's place may not make: what would outlive their hour
 * (connections, permissions, invitations, access tokens, addresses) and what is the person's own.
 * The names are those of contract/routes/index.ts.
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
  'users.permissions',
  'imports.create',
  'imports.preview',
  'imports.start',
  'tokens.list',
  'tokens.create',
  'tokens.revoke',
  'calendar.get',
  'calendar.renew',
  'calendar.remove',
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
