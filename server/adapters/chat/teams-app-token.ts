import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { minuteMs } from '#contract/durations.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  encodePathSegment,
  type TeamsFailure,
  teamsAnswerBytesMax,
  toFailure,
  toNetworkFailure,
} from './teams-failure.ts'
import { fetchJson, parseBody } from './teams-http.ts'

/** The registration of a company's app. */
export type TeamsCredentials = { appId: string; tenantId: string; secret: string }
/** Which setting Microsoft refuses. `other`: the address did not answer, or refuses all three. */
type TeamsCredentialProblem = 'app_id' | 'tenant' | 'secret' | 'secret_expired' | 'other'
export type AppTokenResult =
  | { ok: true; token: string }
  | (TeamsFailure & { problem: TeamsCredentialProblem })

export type AppTokens = {
  /** Returns a cached token, or requests one. */
  getToken(credentials: TeamsCredentials): Promise<AppTokenResult>
  /** Requests a token without the cache. */
  requestToken(credentials: TeamsCredentials): Promise<AppTokenResult>
  /** Removes the cached token, which the Connector refused. */
  dropToken(credentials: TeamsCredentials): void
}

const scope = 'https://api.botframework.com/.default'
const tokensMax = 1_000
/** A token that ends within this time is replaced: a call may take a while. */
const safetyMs = 5 * minuteMs

const tokenSchema = z.object({
  access_token: z.string().min(1).max(16_384),
  expires_in: z.coerce.number().min(0).max(86_400),
})
const errorSchema = z.object({
  error: z.string().optional(),
  error_codes: z.array(z.number()).default([]),
})
/** Numbers of Microsoft Entra (AADSTS). */
const problemsByCode: Record<number, TeamsCredentialProblem> = {
  90002: 'tenant',
  90013: 'tenant',
  900021: 'tenant',
  900023: 'tenant',
  700016: 'app_id',
  700038: 'app_id',
  7000215: 'secret',
  7000216: 'secret',
  7000222: 'secret_expired',
}

/** The secret is part of the key, so that a wrong secret never finds the token of the right one. */
const cacheKeyOf = ({ appId, tenantId, secret }: TeamsCredentials) =>
  createHash('sha256')
    .update(JSON.stringify([appId, tenantId, secret]))
    .digest('base64')

type IssuedToken = { ok: true; token: string; lifeMs: number }
type LoginSettings = { loginUrl: string; timeoutMs: number }
async function fetchToken(
  { loginUrl, timeoutMs }: LoginSettings,
  { appId, tenantId, secret }: TeamsCredentials,
): Promise<IssuedToken | Extract<AppTokenResult, { ok: false }>> {
  const tenant = encodePathSegment(tenantId)
  if (!tenant)
    return { ok: false, kind: 'refused', status: null, error: 'tenant', problem: 'tenant' }
  try {
    const response = await fetchJson(new URL(`${loginUrl}/${tenant}/oauth2/v2.0/token`), {
      timeoutMs,
      bytesMax: teamsAnswerBytesMax,
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: appId,
        client_secret: secret,
        scope,
      }),
    })
    const issued = response.status === 200 ? parseBody(tokenSchema, response) : undefined
    if (issued)
      return { ok: true, token: issued.access_token, lifeMs: issued.expires_in * 1_000 - safetyMs }
    const { error, error_codes: codes } = parseBody(errorSchema, response) ?? { error_codes: [] }
    const [problem = 'other'] = codes.flatMap((code) => problemsByCode[code] ?? [])
    return { ...toFailure(response, error), problem }
  } catch (error) {
    return { ...toNetworkFailure(error), problem: 'other' }
  }
}

/** Creates the source of app tokens (OAuth 2.0, client credentials). Concurrent calls share a request. */
export function createAppTokens(settings: LoginSettings, clock: Clock): AppTokens {
  const cache = new LRUCache<string, { token: string; until: number }>({ max: tokensMax })
  const requests = new Map<string, Promise<AppTokenResult>>()
  const request = async (key: string, credentials: TeamsCredentials): Promise<AppTokenResult> => {
    const askedAt = clock.now().getTime()
    const result = await fetchToken(settings, credentials)
    if (!result.ok) return result
    const { token, lifeMs } = result
    cache.set(key, { token, until: askedAt + lifeMs })
    return { ok: true, token }
  }
  const share = (key: string, credentials: TeamsCredentials) => {
    const running = requests.get(key)
    if (running) return running
    const started = request(key, credentials).finally(() => requests.delete(key))
    requests.set(key, started)
    return started
  }
  return {
    async getToken(credentials) {
      const key = cacheKeyOf(credentials)
      const cached = cache.get(key)
      return cached && clock.now().getTime() < cached.until
        ? { ok: true, token: cached.token }
        : share(key, credentials)
    },
    requestToken: (credentials) => share(cacheKeyOf(credentials), credentials),
    dropToken: (credentials) => void cache.delete(cacheKeyOf(credentials)),
  }
}
