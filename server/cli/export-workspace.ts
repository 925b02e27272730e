import { exportWorkspace } from '#server/ops/workspace-archive/export-workspace.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { toBackupTarget } from './backup.ts'
import {
  type Command,
  type CommandContext,
  parseWorkspaceId,
  printLine,
  withDatabase,
} from './command.ts'
import { parseOptions } from './parse-options.ts'

/** Records the export in the audit log of the team, whose administrators should know of it. */
const recordExport = ({ ownerUrl }: CommandContext, workspaceId: string): Promise<number> =>
  withDatabase(ownerUrl, async (db) => {
    const operator = { workspace_id: workspaceId, user_id: null, kind: 'session' } as const
    await db.tenant(workspaceId, (trx) =>
      audit(trx, operator, 'workspace_export.operator', {}, new Date()),
    )
    return 0
  })

export const exportWorkspaceCommand: Command = {
  name: 'export-workspace',
  usage: [
    {
      args: '<workspace id> <folder>',
      description:
        'write everything of a team to a new folder as signed JSON Lines with its pictures; the server may keep running',
    },
  ],
  needs: 'database',
  parse(args) {
    const [argument, folder] = parseOptions(args, [], 2)?.positionals ?? []
    const id = parseWorkspaceId(argument)
    if (id === undefined || !folder) return undefined
    return async (context) => {
      const { manifest, fingerprint } = await exportWorkspace(toBackupTarget(context), id, folder, {
        onMissingPicture: (id) => printLine(`The picture ${id} is not in the store.`),
      })
      await recordExport(context, id)
      const rows = manifest.nouns.reduce((sum, { lines }) => sum + lines.rows, 0)
      printLine(
        `Wrote ${rows} rows of ${manifest.nouns.length} tables and ${manifest.pictures.rows - manifest.pictures.missing} pictures of ${manifest.workspace.name} to ${folder}.`,
      )
      if (manifest.open_gift_cards)
        printLine(
          `${manifest.open_gift_cards} gift cards are being ordered: to import the archive elsewhere, export again when they are delivered or declined.`,
        )
      printLine(`Signed by ${fingerprint}`)
      return 0
    }
  },
}
