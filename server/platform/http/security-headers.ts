import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '#server/config.ts'

export const yearS = 31_536_000

/**
 * Returns the options of Helmet for our pages. Sign-in with Google adds its script, frame, styles
 * and calls; its popup may answer, and Google sees our origin as the referrer, without a path.
 */
function helmetOptions({ google, publicUrl }: Pick<Config, 'google' | 'publicUrl'>): HelmetOptions {
  const beside = google ? [new URL('.', google.scriptUrl).href] : []
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(google ? [google.scriptUrl] : [])],
        styleSrc: ["'self'", "'unsafe-inline'", ...beside],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...beside],
        frameSrc: ["'self'", ...beside],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: google ? 'same-origin-allow-popups' : 'same-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: yearS } : false,
    referrerPolicy: { policy: google ? 'strict-origin-when-cross-origin' : 'same-origin' },
  }
}

/** Features that the interface never uses, disabled also for injected code. */
const unusedFeatures = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const permissionsPolicy = unusedFeatures.map((name) => `${name}=()`).join(', ')

/**
 * Returns the security headers of every answer. They are constant, so Helmet runs once instead of
 * at each request.
 */
export function buildSecurityHeaders(
  config: Pick<Config, 'google' | 'publicUrl'>,
): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': permissionsPolicy }
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(helmetOptions(config))({} as never, answer as never, (problem?: unknown) => {
    if (problem) throw new Error('Helmet refuses its options', { cause: problem })
  })
  return headers
}

/**
 * Returns the headers for a request with an invalid URL: it bypasses all hooks, and its answer is
 * never a page.
 */
export function buildErrorSecurityHeaders({
  publicUrl,
}: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${yearS}; includeSubDomains` }
      : {}),
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}
