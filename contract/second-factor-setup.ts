/**
 * Routes that stay open while a team requires two-factor authentication and the session has not
 * passed it. The names are keys of `routes` in contract/routes/index.ts.
 */
const openRoutes = new Set([
  'config.get',
  'second_factor.get',
  'second_factor.start',
  'second_factor.confirm',
  'presence.get',
  'presence.send_code',
  'presence.prove',
])
export const allowsMissingSecondFactor = (name: string): boolean => openRoutes.has(name)
