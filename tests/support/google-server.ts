import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'

export type GoogleServer = {
  clientId: string
  env: Record<string, string>
  /** Returns how often the keys were fetched. */
  fetches(): number
  /**
   * Returns a token as Google would sign it at this time. Claims, header and key can be overridden.
   */
  token(
    at: Date,
    claims?: Record<string, unknown>,
    header?: Record<string, unknown>,
    key?: KeyObject | 'none' | 'public-as-secret',
  ): string
  stop(): Promise<void>
}

const encodeJwtPart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
export const generateSigningKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/**
 * Starts a local stand-in for Google: publishes a key over HTTP and signs identity tokens with it.
 */
export async function startGoogleServer(): Promise<GoogleServer> {
  const { privateKey, publicKey } = generateSigningKey()
  const clientId = 'laurel-test.apps.googleusercontent.com'
  let fetched = 0
  const server = createServer((_, response) => {
    fetched += 1
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'first', alg: 'RS256', use: 'sig' }],
      }),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    clientId,
    env: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_JWKS_URL: `${origin}/certs`,
      GOOGLE_SCRIPT_URL: `${origin}/gsi/client`,
    },
    fetches: () => fetched,
    token(at, claims = {}, header = {}, key = privateKey) {
      const now = Math.floor(at.getTime() / 1000)
      const all = {
        iss: 'https://accounts.google.com',
        aud: clientId,
        sub: '1001',
        email: 'ada@gmail.com',
        email_verified: true,
        iat: now,
        exp: now + 3_600,
        ...claims,
      }
      const text = `${encodeJwtPart({ alg: 'RS256', kid: 'first', typ: 'JWT', ...header })}.${encodeJwtPart(all)}`
      if (key === 'none') return `${text}.`
      const pem = publicKey.export({ format: 'pem', type: 'spki' })
      const signature =
        key === 'public-as-secret'
          ? createHmac('sha256', pem).update(text).digest()
          : sign('sha256', Buffer.from(text), key)
      return `${text}.${signature.toString('base64url')}`
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
