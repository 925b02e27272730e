import { isIP } from 'node:net'
import { type DestinationStream, type Logger, pino } from 'pino'
import { requestContext } from '#server/platform/request-context.ts'

export type Log = Logger

const address = /[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g
const token = /[\w-]{32,}/g
const digits = /\+?\b\d{6,}\b/g
const ipLike = /[\da-f:.]*[:.][\da-f:.]*[\da-f]/gi
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/**
 * Removes personal data from an error text: PostgreSQL, mail servers and parsers quote their input.
 */
export const scrub = (text: string): string =>
  text
    .replace(address, '[address]')
    .replace(token, (found) => (uuid.test(found) ? found : '[token]'))
    .replace(ipLike, (found) => (isIP(found) ? '[ip]' : found))
    .replace(digits, '[number]')

type SerializedError = {
  type: string
  message: string
  stack?: string
  code?: string
  constraint?: string
  table?: string
  cause?: SerializedError
}
/**
 * Returns an error as it is logged. PostgreSQL's detail contains the rejected row, and its message
 * quotes invalid values: neither is kept.
 */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const { code, constraint, table, severity } = error as {
    code?: unknown
    constraint?: unknown
    table?: unknown
    severity?: unknown
  }
  const message = scrub(
    severity === undefined ? error.message : error.message.replace(/"[^"]*"/g, '"…"'),
  )
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
  return {
    type: error.name,
    message,
    ...(frames ? { stack: `${error.name}: ${message}\n${frames}` } : {}),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(error.cause !== undefined && depth < 3
      ? { cause: serializeError(error.cause, depth + 1) }
      : {}),
  }
}

/**
 * Creates the structured log on standard output: one JSON object a line, with request or job and
 * workspace. Codes, tokens, addresses and names never reach it: callers log ids, serializers scrub
 * errors and reasons, and redaction removes the paths below.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin() {
        const context = requestContext.getStore()
        return context
          ? { request: context.request, job: context.job, workspace: context.source.workspace_id }
          : {}
      },
      serializers: {
        err: (error: unknown) => serializeError(error),
        reason: (reason: unknown) => scrub(String(reason)),
      },
      redact: {
        paths: [
          'req.headers.authorization',
          'headers.authorization',
          'email',
          'token',
          'code',
          'sig',
        ],
        remove: true,
      },
    },
    destination ?? pino.destination(1),
  )
}
