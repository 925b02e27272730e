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
 * What an error says, without what it says of somebody: others write these texts (PostgreSQL, mail
 * servers, parsers), and quote what they were given.
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
 * An error as it is logged. PostgreSQL's detail holds the row that was refused, and its message
 * what could not be read: neither is kept.
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
 * Structured logs to standard output, one JSON a line; each says which request or job it was
 * written in, and whose workspace that was. Codes, tokens, addresses and names never reach them:
 * callers log ids, errors are told by `tellError`, reasons are scrubbed, and these paths are cut
 * out whatever happens.
 */
export function createLog(level: string, to?: DestinationStream): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin() {
        const now = requestContext.getStore()
        return now ? { request: now.request, job: now.job, workspace: now.source.workspace_id } : {}
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
    to ?? pino.destination(1),
  )
}
