import { slackScopes } from '#contract/chat.ts'

/**
 * Returns the address where an administrator of Slack allows our app. Slack sends the browser back
 * to `redirect_uri` with a code and the same `state`.
 */
export function buildAuthorizeUrl({
  client_id: clientId,
  state,
  redirect_uri: redirectUri,
}: {
  client_id: string
  state: string
  redirect_uri: string
}): string {
  const query = new URLSearchParams({
    client_id: clientId,
    scope: slackScopes.join(','),
    state,
    redirect_uri: redirectUri,
  })
  return `https://slack.com/oauth/v2/authorize?${query}`
}
