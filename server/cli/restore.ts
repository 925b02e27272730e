import { restoreBackup } from '#server/ops/restore.ts'
import { toBackupTarget } from './backup.ts'
import { type Command, printLine, printViolations } from './command.ts'
import { parseOptions } from './parse-options.ts'

export const restoreCommand: Command = {
  name: 'restore',
  usage: [
    {
      args: '<folder> [--send-waiting]',
      description:
        'verify a backup and restore it into an empty database and DATA_DIR; pending mails and messages are canceled, or sent at the next start',
    },
  ],
  needs: 'database',
  parse(args) {
    const parsed = parseOptions(args, ['send-waiting'], 1)
    const [folder] = parsed?.positionals ?? []
    if (!parsed || !folder) return undefined
    const sendWaiting = parsed.options.has('send-waiting')
    return async (context) =>
      printViolations(
        await restoreBackup(toBackupTarget(context), folder, printLine, { sendWaiting }),
      )
  },
}
