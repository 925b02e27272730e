import { type Config } from '#server/config.ts'
import { connectDatabase, type Database } from '#server/platform/database/database.ts'
import type { Violation } from '#server/platform/database/admin.ts'
import { isUuid } from '#server/platform/ids.ts'

/** `ownerUrl` connects as the schema's owner; empty for commands without a database. */
export type CommandContext = { config: Config; ownerUrl: string }
/** Runs a command whose arguments are valid. Returns the exit code. */
export type RunCommand = (context: CommandContext) => Promise<number>
type CommandUsage = {
  name: string
  /** Lines of the usage: the command with its arguments, and its description. */
  usage: { args: string; description: string }[]
}
/**
 * `needs`: the database, which is started if it is the embedded one; only the settings of the server;
 * or nothing of it, for commands that call a server elsewhere. `parse` returns the command with its
 * arguments, or undefined when they are invalid.
 */
export type Command = CommandUsage &
  (
    | { needs: 'database' | 'settings'; parse(args: string[]): RunCommand | undefined }
    | { needs: 'nothing'; parse(args: string[]): (() => Promise<number>) | undefined }
  )

export const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Prints integrity violations and a summary. Returns the exit code. */
export function printViolations(violations: Violation[]): number {
  for (const { workspace_id: workspaceId, what, id } of violations)
    printLine(`workspace ${workspaceId}: ${what}: ${id}`)
  printLine(violations.length ? `${violations.length} differences.` : 'The ledger is whole.')
  return violations.length ? 1 : 0
}

/** Returns the id of a workspace in lower case, or undefined when the argument is no UUID. */
export function parseWorkspaceId(argument = ''): string | undefined {
  const id = argument.toLowerCase()
  return isUuid(id) ? id : undefined
}

/** Runs `work` with a connection that has the server's privileges. */
export async function withDatabase(
  ownerUrl: string,
  work: (db: Database) => Promise<number>,
): Promise<number> {
  const db = connectDatabase({ url: ownerUrl, maxConnections: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
