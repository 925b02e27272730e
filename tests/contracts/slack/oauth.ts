import { slackScopes } from '#contract/chat.ts'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { secretOf, type SlackState } from './state.ts'

const codeLifeMs = 10 * minuteMs
const tokenLifeMs = 12 * hourMs

/** Registers a bot token. With `rotates` it expires after twelve hours. */
export function addBotToken(
  state: SlackState,
  { rotates, scopes = [...slackScopes] }: { rotates: boolean; scopes?: string[] },
): string {
  const token = secretOf(rotates ? 'xoxe.xoxb-1-' : 'xoxb-')
  state.tokens.set(token, {
    kind: 'bot',
    team_id: state.teamId,
    scopes,
    error: null,
    expires_at: rotates ? state.now() + tokenLifeMs : null,
  })
  return token
}

/** Returns a code as if an administrator had allowed the app. */
export function addCode(state: SlackState, redirectUri: string): string {
  const code = secretOf('code.')
  state.codes.set(code, {
    redirect_uri: redirectUri,
    expires_at: state.now() + codeLifeMs,
    isUsed: false,
  })
  return code
}

function findCodeError(state: SlackState, form: Record<string, unknown>): string | null {
  const code = state.codes.get(String(form['code']))
  if (!code) return 'invalid_code'
  if (code.isUsed) return 'code_already_used'
  if (code.expires_at < state.now()) return 'invalid_code'
  return code.redirect_uri === form['redirect_uri'] ? null : 'bad_redirect_uri'
}

function grant(state: SlackState, scopes?: string[]): object {
  const token = addBotToken(state, { rotates: true, ...(scopes ? { scopes } : {}) })
  const refreshToken = secretOf('xoxe-1-')
  state.refreshTokens.set(refreshToken, token)
  return {
    ok: true,
    app_id: state.appId,
    authed_user: { id: 'U0INSTALLER' },
    scope: (scopes ?? slackScopes).join(','),
    token_type: 'bot',
    access_token: token,
    bot_user_id: state.botUserId,
    refresh_token: refreshToken,
    expires_in: tokenLifeMs / 1_000,
    team: { id: state.teamId, name: 'Acme' },
    enterprise: null,
    is_enterprise_install: false,
  }
}

/** Answers oauth.v2.access: a code or a refresh token becomes a bot token. Both work once. */
export function exchange(
  state: SlackState,
  form: Record<string, unknown>,
  authorization: string,
): object {
  const fail = (error: string) => ({ ok: false, error })
  const [id, secret] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  if (id !== state.clientId) return fail('invalid_client_id')
  if (secret !== state.clientSecret) return fail('bad_client_secret')
  if (form['grant_type'] === 'refresh_token') {
    const refreshToken = String(form['refresh_token'])
    const previous = state.refreshTokens.get(refreshToken)
    if (!previous) return fail('invalid_refresh_token')
    state.refreshTokens.delete(refreshToken)
    return grant(state, state.tokens.get(previous)?.scopes)
  }
  const error = findCodeError(state, form)
  if (error) return fail(error)
  const code = state.codes.get(String(form['code']))
  if (code) code.isUsed = true
  return grant(state)
}
