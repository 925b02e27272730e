/**
 * The permissions of the Slack app, the least that its features need. The page that connects Slack
 * lists them line by line.
 */
export const slackScopes = [
  'commands',
  'chat:write',
  'chat:write.public',
  'im:write',
  'users:read',
  'users:read.email',
] as const
