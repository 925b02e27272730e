import type { ChatRoute } from './api/queries.ts'

/** Returns the name of a channel as its chat shows it. Slack puts a mark before names, not ids. */
export const routeName = ({ provider, channel_id: id, channel_name: name }: ChatRoute): string =>
  provider === 'slack' && name !== id ? `#${name}` : name
