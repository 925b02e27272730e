import { type Logger, pino } from 'pino'

export type Log = Logger

/** Structured logs to standard output. Codes, tokens and addresses never reach them: callers log ids, and these paths are cut out. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['req.headers.authorization', 'headers.authorization', 'email', 'token', 'code', 'sig', '*.email', '*.token', '*.code', '*.sig'], remove: true },
  })
}
