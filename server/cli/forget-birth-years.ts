import { parseArgs } from 'node:util'
import type pg from 'pg'
import { unknownYear } from '#server/modules/users/birth-date.ts'
import { withAdmin } from '#server/platform/database/admin.ts'
import { type Command, parseWorkspaceId, printLine } from './command.ts'

/** Returns the name of the workspace in the arguments, null for all, or undefined if invalid. */
function parseWorkspace(args: string[]): string | null | undefined {
  try {
    const { values } = parseArgs({ args, options: { workspace: { type: 'string' } } })
    return values.workspace?.toLowerCase() ?? null
  } catch {
    return undefined
  }
}

/** Returns the ids of all workspaces, or of the one with an id or short name. */
async function listWorkspaceIds(owner: pg.Client, workspace: string | null): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    workspace === null
      ? 'select id from workspaces order by id'
      : `select id from workspaces where id = $1::uuid
         union all select owner_workspace_id from sso_addresses where slug = $2`,
    workspace === null ? [] : [parseWorkspaceId(workspace) ?? null, workspace],
  )
  return rows.map(({ id }) => id)
}

/**
 * Stores birthdays without their year, of one workspace (by id or short name) or of all. Each
 * workspace is a transaction of its own. Returns the number of people whose year is forgotten, or
 * undefined for an unknown workspace.
 */
export function forgetBirthYears(
  ownerUrl: string,
  workspace: string | null,
): Promise<number | undefined> {
  return withAdmin(ownerUrl, async (owner) => {
    const ids = await listWorkspaceIds(owner, workspace)
    if (workspace !== null && !ids.length) return undefined
    let count = 0
    for (const id of ids) {
      await owner.query('begin')
      // Row level security also applies to the owner.
      await owner.query(`select set_config('laurel.workspace', $1, true)`, [id])
      const { rowCount } = await owner.query(
        `update users set birth_date = make_date($2::int, extract(month from birth_date)::int,
           extract(day from birth_date)::int)
         where workspace_id = $1 and extract(year from birth_date) <> $2::int`,
        [id, Number(unknownYear)],
      )
      await owner.query('commit')
      count += rowCount ?? 0
    }
    return count
  })
}

export const forgetBirthYearsCommand: Command = {
  name: 'forget-birth-years',
  usage: [
    {
      args: '[--workspace <id or short name>]',
      description: 'store birthdays as day and month, of one team or of all',
    },
  ],
  needs: 'database',
  parse(args) {
    const workspace = parseWorkspace(args)
    if (workspace === undefined) return undefined
    return async ({ ownerUrl }) => {
      const count = await forgetBirthYears(ownerUrl, workspace)
      printLine(
        count === undefined
          ? `There is no workspace ${workspace}.`
          : `Forgot the year of birth of ${count} people.`,
      )
      return count === undefined ? 1 : 0
    }
  },
}
