import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passwordFile } from '#server/platform/database/embedded/embedded-postgres.ts'

/**
 * The lines of PostgreSQL's own note in the DATA_DIR of a running server: first its process, fifth
 * the folder of its socket.
 */
export const readPostmasterPid = (dataDir: string): string[] =>
  readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
/** The address of the embedded database of a running server, as the schema's owner. */
export function embeddedOwnerUrl(dataDir: string): string {
  return `postgresql://laurel_owner:${readFileSync(passwordFile(dataDir), 'utf8').trim()}@/laurel?host=${encodeURIComponent(readPostmasterPid(dataDir)[4] ?? '')}`
}
