import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passwordFile } from '#server/platform/database/embedded/embedded-postgres.ts'

/**
 * Returns the lines of postmaster.pid of a running server: line 1 is the process id, line 5 the
 * socket folder.
 */
export const readPostmasterPid = (dataDir: string): string[] =>
  readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
/** Returns the URL of the embedded database of a running server, as the schema owner. */
export function embeddedOwnerUrl(dataDir: string): string {
  return `postgresql://laurel_owner:${readFileSync(passwordFile(dataDir), 'utf8').trim()}@/laurel?host=${encodeURIComponent(readPostmasterPid(dataDir)[4] ?? '')}`
}
