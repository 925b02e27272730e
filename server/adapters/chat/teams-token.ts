import { decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose'
import { z } from 'zod'
import { dayMs, minuteMs, secondMs } from '#contract/durations.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { fetchJson, parseBody } from './teams-http.ts'
import { isLoopbackUrl, parsePlainUrl } from './teams-service-url.ts'

/** `unavailable`: the keys could not be fetched, so the token may be valid. */
type TeamsTokenResult = 'valid' | 'invalid' | 'unavailable'
type TeamsTokenCheck = {
  /** The Authorization header of the request. */
  authorization: string | undefined
  appId: string
  /** The serviceUrl of the activity in the request's body. */
  serviceUrl: string
  at: Date
}
/** Verifies that a request comes from Microsoft Teams and belongs to its activity. */
export type TeamsTokenVerifier = { verify(check: TeamsTokenCheck): Promise<TeamsTokenResult> }

const issuer = 'https://api.botframework.com'
const channel = 'msteams'
const tokenCharsMax = 8_192
const clockSkewS = 300
const defaultTimeoutMs = 3 * secondMs
const keysBytesMax = 1_024 * 1_024
const keysLifeMs = dayMs
/** A token with an unknown key costs nothing to make, so it fetches the keys rarely. */
const refetchPauseMs = 5 * minuteMs
const failurePauseMs = 10 * secondMs

const metadataSchema = z.object({ jwks_uri: z.string() })
const keySchema = z.object({
  kty: z.literal('RSA'),
  kid: z.string().min(1),
  n: z.string(),
  e: z.string(),
  endorsements: z.array(z.string()).default([]),
})
const keysSchema = z.object({ keys: z.array(z.unknown()).max(500) })
const claimsSchema = z
  .object({ serviceurl: z.string().optional(), serviceUrl: z.string().optional() })
  .transform(({ serviceurl, serviceUrl }) => [serviceurl, serviceUrl].filter((one) => one != null))
type TeamsKey = z.output<typeof keySchema>
type KeySet = ReadonlyMap<string, TeamsKey>

/** `timeoutMs`: the time of each request for the keys, 3 seconds by default. */
export type TeamsTokenSettings = {
  openIdUrl: string
  allowLoopbackTargets: boolean
  timeoutMs?: number
}

/** Returns the address of the keys when it is on the host of the metadata or below it, else null. */
function parseKeysUrl(text: string, settings: TeamsTokenSettings): URL | null {
  const url = parsePlainUrl(text)
  if (!url) return null
  if (settings.allowLoopbackTargets && isLoopbackUrl(url)) return url
  const { hostname } = new URL(settings.openIdUrl)
  const isOnHost = url.hostname === hostname || url.hostname.endsWith(`.${hostname}`)
  return url.protocol === 'https:' && !url.port && isOnHost ? url : null
}

/** Returns the published keys. Throws an Error that says which step failed. */
async function fetchKeys(settings: TeamsTokenSettings): Promise<KeySet> {
  const { openIdUrl, timeoutMs = defaultTimeoutMs } = settings
  const requestLimits = { timeoutMs, bytesMax: keysBytesMax }
  const metadata = await fetchJson(new URL(openIdUrl), requestLimits)
  const document = metadata.status === 200 ? parseBody(metadataSchema, metadata) : undefined
  const url = document && parseKeysUrl(document.jwks_uri, settings)
  if (!url) throw new Error('metadata without a usable jwks_uri')
  const response = await fetchJson(url, requestLimits)
  const list = response.status === 200 ? parseBody(keysSchema, response) : undefined
  if (!list) throw new Error('no key list')
  const keys = list.keys.flatMap((key) => keySchema.safeParse(key).data ?? [])
  return new Map(keys.map((key) => [key.kid, key]))
}

/** Caches the keys for a day. Concurrent requests share a fetch, and a failure is not repeated at once. */
function createKeyCache(settings: TeamsTokenSettings, log: Log) {
  let cached: { keys: KeySet; at: number } | undefined
  let triedAt = -Infinity
  let request: Promise<void> | undefined
  const refresh = (now: number) => {
    triedAt = now
    request ??= fetchKeys(settings)
      .then((keys) => {
        cached = { keys, at: now }
      })
      .catch((error: unknown) => {
        log.warn({ reason: (error as Error).message }, 'teams keys')
      })
      .finally(() => {
        request = undefined
      })
    return request
  }
  const current = (now: number) =>
    cached && Math.abs(now - cached.at) < keysLifeMs ? cached.keys : undefined
  return async (kid: string, at: Date): Promise<TeamsKey | 'unknown' | 'unavailable'> => {
    const now = at.getTime()
    const known = current(now)
    const key = known?.get(kid)
    if (key) return key
    const pauseMs = known ? refetchPauseMs : failurePauseMs
    if (request || Math.abs(now - triedAt) >= pauseMs) await refresh(now)
    const keys = current(now)
    return keys ? (keys.get(kid) ?? 'unknown') : 'unavailable'
  }
}

/** Returns the token of an Authorization header and the id of its key, or null. */
function readToken(authorization: string | undefined): { token: string; kid: string } | null {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? '')?.[1]
  if (!token || token.length > tokenCharsMax) return null
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    return alg === 'RS256' && kid ? { token, kid } : null
  } catch {
    return null
  }
}

/** Returns the reason why a signed token is refused, or null for a valid one. */
async function findFault(
  token: string,
  key: TeamsKey,
  { appId, serviceUrl, at }: TeamsTokenCheck,
): Promise<string | null> {
  try {
    const { kty, n, e } = key
    const { payload } = await jwtVerify(token, await importJWK({ kty, n, e }, 'RS256'), {
      algorithms: ['RS256'],
      issuer,
      audience: appId,
      clockTolerance: clockSkewS,
      requiredClaims: ['exp'],
      currentDate: at,
    })
    if (!key.endorsements.includes(channel)) return 'endorsement'
    const urls = claimsSchema.safeParse(payload).data ?? []
    return urls.length && urls.every((url) => url === serviceUrl) ? null : 'serviceurl'
  } catch (error) {
    return error instanceof errors.JOSEError ? error.code : (error as Error).name
  }
}

/**
 * Creates a verifier of the tokens that Microsoft Teams sends with each activity, by the rules of
 * the Bot Connector's authentication. The log gets the reason of a refusal, never the token.
 */
export function createTeamsTokenVerifier(
  settings: TeamsTokenSettings,
  log: Log,
): TeamsTokenVerifier {
  const findKey = createKeyCache(settings, log)
  return {
    async verify(check) {
      const read = readToken(check.authorization)
      if (!read || !check.appId || !check.serviceUrl) return 'invalid'
      const key = await findKey(read.kid, check.at)
      if (key === 'unavailable') return key
      const fault = key === 'unknown' ? 'kid' : await findFault(read.token, key, check)
      if (fault) log.warn({ reason: fault }, 'teams token')
      return fault ? 'invalid' : 'valid'
    },
  }
}
