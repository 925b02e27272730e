import { createStorage } from '#server/adapters/storage/create-storage.ts'
import { type BackupTarget, createBackup } from '#server/ops/backup.ts'
import { type Command, type CommandContext, printLine } from './command.ts'
import { parseOptions } from './parse-options.ts'

export const toBackupTarget = ({ ownerUrl, config }: CommandContext): BackupTarget => ({
  ownerUrl,
  storage: createStorage(config),
  secret: config.secret,
  previousSecrets: config.secrets.slice(1),
  secretFile: config.secretFile,
})

export const backupCommand: Command = {
  name: 'backup',
  usage: [
    {
      args: '<folder>',
      description:
        'write a consistent copy of database and pictures to a new folder; the server may keep running',
    },
  ],
  needs: 'database',
  parse(args) {
    const [folder] = parseOptions(args, [], 1)?.positionals ?? []
    if (!folder) return undefined
    return async (context) => {
      const startedAt = performance.now()
      const { tables, pictures } = await createBackup(toBackupTarget(context), folder, printLine)
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      printLine(
        `Wrote ${rows} rows of ${tables.length} tables and ${pictures.rows - pictures.missing} pictures to ${folder} in ${seconds} seconds.`,
      )
      return 0
    }
  },
}
